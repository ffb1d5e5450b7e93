import { DrizzleQueryError, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "~/models/refusal";
import { cities, users } from "~/models/tables.server";
import { db, rowsOf, write } from "./db/db.server";
import { isPostgres } from "./db/dialect.server";
import { logError } from "./log.server";

let logged: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => void vi.restoreAllMocks());

const secret = "ann.secret@example.test";

/** All that is logged, as Node.js prints it. */
async function printed(): Promise<string> {
  const { inspect } = await import("node:util");
  return logged.mock.calls
    .flat()
    .map((part: unknown) => (typeof part === "string" ? part : inspect(part)))
    .join("\n");
}

const stamps = { createdAt: "2026-11-20T10:00:00.000Z", updatedAt: "2026-11-20T10:00:00.000Z" };

/** Queries that fail, each with the secret among its values. */
const failing: Record<string, () => Promise<unknown>> = {
  "a table that does not exist": () => rowsOf(db, sql`select * from nowhere where email = ${secret}`),
  "a column that does not exist": async () => db.select().from(users).where(sql`nowhere = ${secret}`),
  "a broken rule": () =>
    write((tx) => tx.insert(users).values({ ...stamps, email: secret, role: "owner" as never })),
  "a missing value": () => write((tx) => tx.insert(cities).values({ cityName: secret } as never)),
  "a row of another table that does not exist": () =>
    write((tx) => tx.insert(users).values({ ...stamps, email: secret, cityId: 2 ** 40 })),
  "a duplicate": () =>
    write(async (tx) => {
      await tx.insert(users).values({ ...stamps, email: secret });
      await tx.insert(users).values({ ...stamps, email: secret });
    }),
  "a value that is no JSON": async () =>
    isPostgres
      ? db.select().from(users).where(sql`${secret}::json ->> 'a' = '1'`)
      : db.select().from(users).where(sql`json_extract(${secret}, '$.a') = 1`),
  "a value that is no number": async () =>
    isPostgres
      ? db.select().from(users).where(sql`id = cast(${secret} as bigint)`)
      : Promise.reject(secretFree),
};
const secretFree = new Error("SQLite makes any text a number");

test.each(Object.entries(failing))(
  "a query that fails because of %s is logged without its values",
  async (_, fail) => {
    const error = await fail().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeDefined();
    logError(error, "GET /permits");
    expect(await printed()).toMatch(/ error [0-9a-f]{8} at GET \/permits/);
    expect(await printed()).not.toContain("secret@");
  },
);

test("an error of Drizzle is logged with its query and its cause, and without the values of both", async () => {
  const cause = Object.assign(new Error(`invalid input syntax for type json: "${secret}"`), {
    ...{ severity: "ERROR", code: "22P02", routine: "json_errsave_error", detail: secret, where: secret },
    table: "users",
  });
  logError(new DrizzleQueryError("select $1", [secret], cause), "GET /permits");
  const text = await printed();
  expect(text).toContain("Failed query: select $1");
  expect(text).toContain("The database refused a value (22P02)");
  expect(text).toContain("table: 'users'");
  expect(text).toContain("platform/log.server.test.ts");
  expect(text).not.toContain("secret@");
});

test("any other error is logged as it is, also with a cause", () => {
  const errors = [
    new Error("no disk", { cause: new Error("ENOSPC") }),
    new TypeError("not a function"),
    "text",
  ];
  for (const error of errors) logError(error, "GET /permits");
  expect(logged.mock.calls.filter((_: unknown, index: number) => index % 2 === 1)).toEqual(
    errors.map((error) => [error]),
  );
});

test("a refusal is logged in one line", () => {
  logError(new Refusal(503, "The database cannot be reached"), "sending emails", "1234abcd");
  expect(logged.mock.calls).toEqual([
    [expect.stringMatching(/Z error 1234abcd at sending emails: 503: The database cannot be reached$/)],
  ]);
});
