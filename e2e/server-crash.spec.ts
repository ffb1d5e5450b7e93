import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequest, APIRequestContext } from "@playwright/test";
import Database from "better-sqlite3";
import { startServer } from "../scripts/test-server";
import { demoAccounts, expect, formOf, goodPermit, once, plans, test } from "./journey";
import { signIn } from "./sign-in";

/** KILL_ROUNDS=1000 asks for more than each run of the tests does. */
const rounds = Number(process.env.KILL_ROUNDS ?? 3);
const postsBeforeKill = 24;
const peopleAtOnce = 8;

/** What the server has said is saved: a permit's name by its address, and each file's content by its own. */
type Acknowledged = { permits: Map<string, string>; files: Map<string, Buffer> };

async function signedIn(request: APIRequest, baseURL: string) {
  const program = await request.newContext({ baseURL });
  await signIn({ request: program }, demoAccounts.admin);
  return program;
}

/** Posts permits with a file each, and further files, until the posts fail because nobody is there any more. */
async function postUntilKilled(
  program: APIRequestContext,
  name: string,
  saved: Acknowledged,
  acknowledge: () => void,
) {
  for (let post = 1; ; post++) {
    const projectName = `${name}-${post}`;
    // Each file has a content of its own: the same content is kept once.
    const file = (part: string) => {
      const { buffer, ...rest } = plans.pdf(`${part}.pdf`);
      return { ...rest, buffer: Buffer.concat([buffer, Buffer.from(`\n%${projectName} ${part}\n`)]) };
    };
    const plan = file("plan");
    const more = file("more");
    try {
      const made = await program.post("/permits/new", {
        multipart: formOf({ ...goodPermit, projectName }, [plan]),
        maxRedirects: 0,
      });
      expect(made.status()).toBe(302);
      const address = String(made.headers().location);
      saved.permits.set(address, projectName);
      acknowledge();

      const uploaded = await program.post(`/api${address}/files`, {
        multipart: formOf({ reviewCycle: "PC1" }, [more]),
      });
      expect(uploaded.status()).toBe(201);
      const [{ id }] = await uploaded.json();
      saved.files.set(`/api/files/${id}/download`, more.buffer);
      acknowledge();
    } catch (error) {
      if (/ECONNRE|socket hang up|EPIPE|aborted/.test(String(error))) return;
      throw error;
    }
  }
}

test(
  "nothing that was acknowledged is lost, and nothing is half-done, when the server is killed",
  once,
  async ({ playwright }) => {
    test.setTimeout(rounds * 100_000);
    const folder = await mkdtemp(join(tmpdir(), "redline-killed-"));
    await cp(String(process.env.E2E_TEMPLATE), folder, { recursive: true });
    let server = await startServer(folder);
    try {
      for (let round = 1; round <= rounds; round++) {
        const saved: Acknowledged = { permits: new Map(), files: new Map() };
        const program = await signedIn(playwright.request, server.url);
        const killed = server;
        let acknowledged = 0;
        const acknowledge = () => {
          acknowledged++;
          if (acknowledged === postsBeforeKill) void killed.kill();
        };
        const people = Array.from({ length: peopleAtOnce }, (_, index) =>
          postUntilKilled(program, `Round ${round}, person ${index + 1}`, saved, acknowledge),
        );
        await Promise.all(people).finally(killed.kill);
        expect(acknowledged, killed.output()).toBeGreaterThanOrEqual(postsBeforeKill);
        await program.dispose();

        server = await startServer(folder);
        const reader = await signedIn(playwright.request, server.url);
        for (const [address, projectName] of saved.permits) {
          expect(await (await reader.get(`/api${address}`)).json()).toMatchObject({ projectName });
        }
        for (const [address, content] of saved.files) {
          expect(content.equals(await (await reader.get(address)).body())).toBe(true);
        }
        await expectNothingHalfDone(folder, reader, `Round ${round},%`);
        await reader.dispose();
      }
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
);

/** Also what was not acknowledged is there as a whole or not at all: its number, history, disciplines and files. */
async function expectNothingHalfDone(folder: string, reader: APIRequestContext, names: string) {
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
