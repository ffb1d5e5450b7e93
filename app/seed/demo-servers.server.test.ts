import { existsSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createAdministrator } from "~/models/accounts/administrator.server";
import { db, rowsOf, write } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { anotherServer } from "~/testing/another-server";
import { pathOfFile } from "~/testing/stored-files";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { isDemo } from "./demo-mark.server";

vi.mock(import("~/models/letters/letter-pdf.server"), () => import("~/testing/letter-pdf-stub"));

const production = {
  NODE_ENV: "production",
  DEMO: "1",
  ORIGIN: "http://localhost:3000",
  SESSION_SECRET: "long enough for a test and used nowhere else",
};

describe.runIf(isPostgres)("the demo on PostgreSQL", () => {
  const load = async () => ({
    ...(await import("./demo.server")),
    hasDemoMark: (await import("./demo-mark.server")).isDemo,
  });
  let servers: (Awaited<ReturnType<typeof load>> & { close: () => Promise<void> })[];
  let printed: ReturnType<typeof vi.spyOn>;

  beforeAll(async () => {
    for (const [name, value] of Object.entries(production)) vi.stubEnv(name, value);
    servers = [await anotherServer(load), await anotherServer(load), await anotherServer(load)];
  });
  afterAll(async () => {
    for (const { close } of servers) await close();
  });
  beforeEach(() => {
    printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
  });
  afterEach(() => void vi.mocked(console.log).mockRestore());

  const countOf = async (table: string) => {
    const [row] = await rowsOf<{ count: number }>(
      db,
      sql`select count(*) as count from ${sql.identifier(table)}`,
    );
    return row?.count;
  };

  test("is filled by one of three servers that start at once, and the others start too", async () => {
    await Promise.all(servers.map(({ prepareDemo }) => prepareDemo()));
    expect(await countOf("permits")).toBe(240);
    expect(await countOf("cities")).toBe(6);
    expect(
      printed.mock.calls.filter(([line]: unknown[]) => /^Demo accounts/.test(String(line))),
    ).toHaveLength(3);
    expect(await isDemo()).toBe(true);
  });

  test("has the content of every plan file and letter", async () => {
    const rows = await rowsOf<{ hash: string }>(
      db,
      sql`select file_key as hash from plan_files union select file_key from letters`,
    );
    expect(rows.length).toBeGreaterThan(16);
    expect(rows.filter(({ hash }) => !existsSync(pathOfFile(hash)))).toEqual([]);
  });

  test("has counters that equal a recount", async () => {
    const counted = await rowsOf(
      db,
      sql`select city_id, status, permits, assigned from permit_counts where permits > 0 order by 1, 2`,
    );
    const recounted = await rowsOf(
      db,
      sql`select city_id, status, count(*) as permits, count(*) filter (where is_assigned) as assigned from permits group by 1, 2 order by 1, 2`,
    );
    expect(counted).toEqual(recounted);
  });

  test("is followed by rows with new ids", async () => {
    const administrator = await makeViewer("admin");
    const city = await makeCity();
    const permit = await makePermit(administrator, city.id);
    expect([city.id, permit.id]).toEqual([7, 241]);
    expect(await createAdministrator("dana@example.test", "Dana Park")).toContain("/invite/");
  });

  test("is not filled again, and a database without its mark is refused", async () => {
    await servers[1]?.prepareDemo();
    expect(await countOf("permits")).toBe(241);
    await write((tx) => rowsOf(tx, sql`delete from installation`));
    await expect(servers[2]?.prepareDemo()).rejects.toThrow(
      /^DEMO=1 is not allowed: the database \w+ at [\w.:]+ is not a demo database$/,
    );
  });
});
