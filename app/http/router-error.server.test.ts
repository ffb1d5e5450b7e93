import { createStaticHandler, isRouteErrorResponse } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "~/models/refusal";
import { logRouterError } from "./router-error.server";

const at = (path: string, init?: RequestInit) => new Request(`http://localhost:3000${path}`, init);

let errors: ReturnType<typeof vi.spyOn>;
let lines: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  lines = vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => void vi.restoreAllMocks());

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
