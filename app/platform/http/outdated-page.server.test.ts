import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { buildHeader } from "~/models/reference";
import { handleInContext } from "~/testing/page-request";
import { cookieFor } from "~/testing/send-form";
import { makeViewer } from "~/testing/test-rows";
import { isFromOutdatedPage, isOutdatedContext } from "./outdated-page.server";

const requestOf = (address: string, build?: string, method = "GET") =>
  new Request(`http://localhost:3000${address}`, { method, headers: build ? { [buildHeader]: build } : {} });

test.each([
  ["of this build", requestOf("/employees.data", "new"), false],
  ["of another build", requestOf("/employees.data?page=2", "old"), true],
  ["that names no build", requestOf("/employees.data"), true],
  ["that loads a document", requestOf("/employees"), false],
  ["that sends a form", requestOf("/employees/new.data", "old", "POST"), false],
])("a page %s", (_, request, isOutdated) => {
  expect(isFromOutdatedPage(request, "new")).toBe(isOutdated);
});

test("an outdated page loads the next page as a document, with its parameters", async () => {
  const context = new RouterContextProvider();
  context.set(isOutdatedContext, true);
  const cookie = await cookieFor(await makeViewer("admin"));
  const response = await handleInContext("/employees.data?page=2&_routes=routes%2Fold", cookie, {}, context);
  const text = await response.text();
  expect(response.status).toBe(202);
  expect(text).toContain('"/employees?page=2"');
  expect(text).toContain('"reload",true');
  expect(text).not.toContain("rows");
});
