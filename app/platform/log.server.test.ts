import { DrizzleQueryError, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Refusal } from "~/models/refusal";
import { cities, users } from "~/models/tables.server";
import { db, rowsOf, write } from "./db/db.server";
import { isPostgres } from "./db/dialect.server";
import { env } from "./env.server";
import { logError, logLine, logRefusal } from "./log.server";
import { noteRequest, noteRoute, withRequestFacts } from "./request-facts.server";

let logged: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  env.LOG_FORMAT = "text";
  vi.restoreAllMocks();
});

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
  logError(new Refusal(503, "The database cannot be reached"), "sending emails", { reference: "1234abcd" });
  expect(logged.mock.calls).toEqual([
    [expect.stringMatching(/Z error 1234abcd at sending emails: 503: The database cannot be reached$/)],
  ]);
});

test("an error in a request has the request's reference, and says who sent it", () => {
  withRequestFacts(() => {
    noteRequest({ reference: "1234abcd", user: 7, address: "203.0.113.9" });
    expect(logError(new Error("no disk"), "GET /permits/7")).toBe("1234abcd");
  });
  expect(logged.mock.calls[0]).toEqual([
    expect.stringMatching(/Z error 1234abcd at GET \/permits\/7 by user 7 from 203\.0\.113\.9$/),
  ]);
});

describe("as JSON", () => {
  let lines: string[];
  beforeEach(() => {
    env.LOG_FORMAT = "json";
    lines = [];
    for (const level of ["error", "warn"] as const)
      vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line));
  });

  /** Returns what one event has written, which must be one line. */
  function entryOf(event: () => void) {
    lines = [];
    event();
    expect(lines).toEqual([expect.stringMatching(/^\{.*\}$/)]);
    return JSON.parse(lines[0] ?? "") as Record<string, unknown>;
  }

  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

  test("an error is one object with its stack and what is known of the request", () => {
    const entry = entryOf(() =>
      withRequestFacts(() => {
        noteRoute("permits/:id");
        noteRequest({ reference: "1234abcd", user: 7, address: "203.0.113.9" });
        const cause = new Error("ENOSPC");
        logError(new Error("no disk\nat all", { cause }), "GET /permits/7", { status: 507 });
      }),
    );
    expect(entry).toEqual({
      ...{ time, level: "error", reference: "1234abcd", where: "GET /permits/7", route: "/permits/:id" },
      ...{ status: 507, user: 7, address: "203.0.113.9", ms: expect.any(Number) },
      message: "no disk\nat all",
      stack: expect.stringMatching(/no disk[\s\S]*log\.server\.test[\s\S]*ENOSPC/),
    });
  });

  test("an error outside of a request has a reference too, and a refusal its status", () => {
    const entry = entryOf(() => logError(new Refusal(503, "The database is away"), "sending emails"));
    expect(entry).toEqual({
      ...{ time, level: "error", where: "sending emails", status: 503, message: "The database is away" },
      reference: expect.stringMatching(/^[0-9a-f]{8}$/),
    });
  });

  test("a refused request, and any other line", () => {
    const refused = { status: 403, reference: "1234abcd", where: "POST /permits/7", address: "203.0.113.9" };
    expect(entryOf(() => logRefusal(refused))).toEqual({
      ...{ ...refused, time, level: "warn", message: "Forbidden" },
    });
    expect(entryOf(() => logLine("The database responds again"))).toEqual({
      ...{ time, level: "warn", message: "The database responds again" },
    });
  });

  test("a failed query is logged without its values", () => {
    const entry = entryOf(() =>
      logError(new DrizzleQueryError("select $1", [secret], new Error("broken")), "GET /permits"),
    );
    expect(entry.message).toBe("Failed query: select $1");
    expect(lines.join()).not.toContain("secret@");
  });
});
