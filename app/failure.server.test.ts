import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { failureOf } from "./failure.server";
import { rowsOf, write } from "./models/db.server";
import { isPostgres } from "./models/dialect.server";

const request = new Request("http://localhost:3000/permits?search=secret", { method: "POST" });

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

test.each(["ENOSPC", "EDQUOT", "SQLITE_FULL", "53100"])(
  "the error %s, also as a cause, is a full disk: 507",
  (code) => {
    const error = Object.assign(new Error("no space"), { code });
    for (const thrown of [error, new Error("not saved", { cause: error })]) {
      expect(failureOf(thrown, request)).toMatchObject({
        status: 507,
        message: "The server is out of space. Nothing was saved.",
      });
    }
  },
);

test("any other error is 500, with the reference that is in the log", () => {
  const { status, reference } = failureOf(new Error("a fault"), request);
  expect(status).toBe(500);
  expect(vi.mocked(console.error).mock.calls[0]).toEqual([
    expect.stringMatching(new RegExp(`error ${reference} at POST /permits$`)),
  ]);
});

test("the log has no one-time token", () => {
  const token = "k".repeat(43);
  const address = `http://localhost:3000/reset-password/${token}`;
  failureOf(new Error("a fault"), new Request(address, { method: "POST" }));
  expect(vi.mocked(console.error).mock.calls[0]).toEqual([
    expect.stringMatching(/ at POST \/reset-password\/…$/),
  ]);
});

test.runIf(isPostgres)(
  "PostgreSQL reports its full disk in a write, which is 507 and not a database that is away",
  async () => {
    const full = write((tx) =>
      rowsOf(tx, sql`do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`),
    );
    const error = await full.catch((reason: unknown) => reason);
    expect(failureOf(error, request)).toMatchObject({ status: 507 });
  },
);
