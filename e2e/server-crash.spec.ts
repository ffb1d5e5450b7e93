import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import Database from "better-sqlite3";
import { startServer } from "../scripts/test-server";
import { expect, formOf, plans, test, validPermit } from "./journey";
import { administratorProgram, isConnectionLost } from "./sign-in";

/** KILL_ROUNDS=1000 runs more rounds than usual. */
const rounds = Number(process.env.KILL_ROUNDS ?? 2);
const postsBeforeKill = 24;
const concurrentUsers = 8;

/** The work that the server has confirmed: permit names and file contents by their addresses. */
type Acknowledged = { permits: Map<string, string>; files: Map<string, Buffer> };

/** Posts permits with a file each, and further files, until the server no longer responds. */
async function postUntilKilled(
  program: APIRequestContext,
  name: string,
  saved: Acknowledged,
  acknowledge: () => void,
) {
  for (let post = 1; ; post++) {
    const projectName = `${name}-${post}`;
    // Each file has different content, because equal content is stored once.
    const createFile = (suffix: string) => {
      const { buffer, ...rest } = plans.pdf(`${suffix}.pdf`);
      return { ...rest, buffer: Buffer.concat([buffer, Buffer.from(`\n%${projectName} ${suffix}\n`)]) };
    };
    const firstFile = createFile("first");
    const secondFile = createFile("second");
    try {
      const created = await program.post("/permits/new", {
        multipart: formOf({ ...validPermit, projectName }, [firstFile]),
        maxRedirects: 0,
      });
      expect(created.status()).toBe(302);
      const address = String(created.headers().location);
      saved.permits.set(address, projectName);
      acknowledge();

      const uploaded = await program.post(`/api${address}/files`, {
        multipart: formOf({ reviewCycle: "PC1" }, [secondFile]),
      });
      expect(uploaded.status()).toBe(201);
      const [{ id }] = await uploaded.json();
      saved.files.set(`/api/files/${id}/download`, secondFile.buffer);
      acknowledge();
    } catch (error) {
      if (isConnectionLost(error)) return;
      throw error;
    }
  }
}

test("a killed server loses no acknowledged work and stores no partial permit", async ({ playwright }) => {
  test.setTimeout(rounds * 100_000);
  const folder = await mkdtemp(join(tmpdir(), "redline-killed-"));
  await cp(String(process.env.E2E_TEMPLATE), folder, { recursive: true });
  let server = await startServer(folder);
  try {
    for (let round = 1; round <= rounds; round++) {
      const saved: Acknowledged = { permits: new Map(), files: new Map() };
      const program = await administratorProgram(playwright.request, server.url);
      const killed = server;
      let acknowledged = 0;
      const acknowledge = () => {
        acknowledged++;
        if (acknowledged === postsBeforeKill) void killed.kill();
      };
      const users = Array.from({ length: concurrentUsers }, (_, index) =>
        postUntilKilled(program, `Round ${round}, user ${index + 1}`, saved, acknowledge),
      );
      await Promise.all(users).finally(killed.kill);
      expect(acknowledged, killed.output()).toBeGreaterThanOrEqual(postsBeforeKill);
      await program.dispose();

      server = await startServer(folder);
      const reader = await administratorProgram(playwright.request, server.url);
      for (const [address, projectName] of saved.permits) {
        expect(await (await reader.get(`/api${address}`)).json()).toMatchObject({ projectName });
      }
      for (const [address, content] of saved.files) {
        expect(content.equals(await (await reader.get(address)).body())).toBe(true);
      }
      await expectNoPartialPermits(folder, reader, `Round ${round},%`);
      await reader.dispose();
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

/** Checks that each permit, acknowledged or not, has its disciplines, history and files. */
async function expectNoPartialPermits(folder: string, reader: APIRequestContext, names: string) {
  const database = new Database(join(folder, "redline.db"), { readonly: true });
  try {
    expect(database.pragma("quick_check", { simple: true })).toBe("ok");
    expect(database.pragma("foreign_key_check")).toEqual([]);
    const permits = database.prepare("select id from permits where project_name like ?").pluck().all(names);
    expect(permits.length).toBeGreaterThan(0);
    for (const id of permits) {
      const count = (query: string) => database.prepare(query).pluck().get(id);
      expect(count("select count(*) from permit_disciplines where permit_id = ?")).toBe(1);
      expect(
        count("select count(*) from audit_events where action = 'permit.created' and subject_id = ?"),
      ).toBe(1);
      const files = await (await reader.get(`/api/permits/${id}/files`)).json();
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) {
        expect((await reader.get(`/api/files/${file.id}/download`)).status()).toBe(200);
      }
    }
  } finally {
    database.close();
  }
}
