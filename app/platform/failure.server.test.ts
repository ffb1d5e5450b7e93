import { eq, sql } from "drizzle-orm";
import { createStaticHandler, isRouteErrorResponse } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beginUpload } from "~/models/files/unfinished-upload.server";
import { Refusal } from "~/models/refusal";
import { users } from "~/models/tables.server";
import { makeViewer } from "~/testing/test-rows";
import { rowsOf, write } from "./db/db.server";
import { isPostgres } from "./db/dialect.server";
import { failureOf, loggedRequest, logRouterError } from "./failure.server";

const request = new Request("http://localhost:3000/permits?search=secret", { method: "POST" });

let errors: ReturnType<typeof vi.spyOn>;
let lines: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  lines = vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
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

test("a write whose user was deleted meanwhile is 409", async () => {
  const user = await makeViewer("admin");
  await write((tx) => tx.delete(users).where(eq(users.id, user.id)));
  const error = await beginUpload(user, { fileName: "a.pdf", byteSize: 1000, isNew: true }).catch(
    (reason: unknown) => reason,
  );
  expect(failureOf(error, request)).toMatchObject({
    status: 409,
    message: expect.stringMatching(/deleted meanwhile\. Nothing was saved\.$/),
  });
});

test("any other error is 500, with the reference that is in the log", () => {
  const { status, reference } = failureOf(new Error("a fault"), request);
  expect(status).toBe(500);
  expect(vi.mocked(console.error).mock.calls[0]).toEqual([
    expect.stringMatching(new RegExp(`error ${reference} at POST /permits$`)),
  ]);
});

test.each(["k".repeat(43), "short", "%E0%A4%A", "k".repeat(39), "a%2Fb", "x".repeat(10_000)])(
  "the log has no token of a status link, however it was mistyped: %s",
  (token) => {
    const request = new Request(`http://localhost:3000/Status/${token}/answers?save`, { method: "POST" });
    expect(loggedRequest(request)).toBe("POST /status/…/answers");
  },
);

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

const at = (path: string, init?: RequestInit) => new Request(`http://localhost:3000${path}`, init);

/** Returns the error of the router for a page that does not accept the request. */
async function routerError(request: Request): Promise<unknown> {
  const { query } = createStaticHandler([{ id: "page", path: "/permits", loader: () => null }]);
  const context = await query(request);
  const [error] = context instanceof Response ? [] : Object.values(context.errors ?? {});
  expect(isRouteErrorResponse(error)).toBe(true);
  return error;
}

test.each([
  ["OPTIONS", "/permits", 405],
  ["POST", "/permits", 405],
  ["GET", "/nowhere", 404],
])("%s %s is logged as %i, in one line without a stack", async (method, path, status) => {
  const request = at(path, { method });
  logRouterError(await routerError(request), request, "1234abcd");
  expect(lines.mock.calls).toEqual([
    [expect.stringMatching(new RegExp(`^\\S+Z ${status} ${method} ${path}$`))],
  ]);
  expect(errors).not.toHaveBeenCalled();
});

test("the line has no one-time token, and is short even if the path is long", async () => {
  const token = "k".repeat(43);
  const long = "/a".repeat(8000);
  for (const path of [`/invite/${token}`, long]) {
    const request = at(path, { method: "OPTIONS" });
    logRouterError(await routerError(request), request, "1234abcd");
  }
  const [first, second] = lines.mock.calls.map(([line]: unknown[]) => String(line));
  expect(first).toMatch(/ 405 OPTIONS \/invite\/…$/);
  expect(second?.length).toBeLessThan(250);
});

test("an unexpected error is logged with its stack and the page's reference", () => {
  const error = new Error("no such table");
  logRouterError(error, at("/permits"), "1234abcd");
  expect(errors.mock.calls).toEqual([[expect.stringMatching(/ error 1234abcd at GET \/permits$/)], [error]]);
  expect(lines).not.toHaveBeenCalled();
});

test("a refusal and an aborted request are not logged", () => {
  logRouterError(new Refusal(404, "Permit not found"), at("/permits"), "1234abcd");
  logRouterError(new Error("aborted"), at("/permits", { signal: AbortSignal.abort() }), "1234abcd");
  expect(errors).not.toHaveBeenCalled();
  expect(lines).not.toHaveBeenCalled();
});
