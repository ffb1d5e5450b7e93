import { RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { signFormOwner } from "~/models/accounts/kept-form.server";
import { recordAttempt } from "~/models/accounts/password-attempt.server";
import { startSession } from "~/models/accounts/session.server";
import { write } from "~/platform/db/db.server";
import { setRetryAfter } from "~/platform/failure.server";
import { referenceMiddleware, startSessionHeader } from "~/platform/http/viewer.server";
import { requestHtml, requestPage } from "./page-request";
import { makeCity, makeViewer } from "./test-rows";

vi.spyOn(console, "warn").mockReturnValue();

const form = (fields: Record<string, string>) => ({
  method: "POST",
  body: `${new URLSearchParams(fields)}`,
  headers: { "content-type": "application/x-www-form-urlencoded" },
});
const waitIn = ({ status, headers }: Response) => [status, Number(headers.get("retry-after"))];
const seconds = expect.toSatisfy((value: number) => value > 5 && value <= 60);

test("a form over a limit says when to send it again, with and without scripts", async () => {
  const city = await makeCity();
  const viewer = await makeViewer("city", { cityId: city.id });
  const token = await write((tx) => startSession(tx, viewer.id, "Firefox"));
  const cookie = (await startSessionHeader(token)).split(";")[0];
  const permit = form({
    projectName: "House",
    projectAddress: "1 Main St",
    projectType: "residential",
    projectDescription: "A house",
  });
  const send = (address: string) => requestPage(address, cookie, permit);
  for (let count = 0; count < 10; count += 1) {
    expect((await send("/oakvilles/submit")).status).toBe(302);
  }
  for (const address of ["/oakvilles/submit", "/oakvilles/submit.data"])
    expect(waitIn(await send(address)), address).toEqual([429, seconds]);
});

test("a form that is not kept, after a hundred from its address, says when to send it again", async () => {
  const viewer = await makeViewer("admin");
  for (let count = 0; count < 100; count += 1) await recordAttempt(null, "unknown");
  const response = await requestHtml(
    "/permits/7?comment",
    "",
    form({ "owner-0": signFormOwner(viewer), text: "Checked" }),
  );
  expect(waitIn(response)).toEqual([429, seconds]);
});

test.each([
  [429, undefined, 40, "40"],
  [503, undefined, 30, "30"],
  [503, undefined, undefined, "5"],
  [503, "7", undefined, "7"],
  [409, undefined, 40, null],
])("a %i with %s, and a wait of %s, has Retry-After %s", async (status, header, wait, expected) => {
  const request = new Request("http://localhost:3000/permits", { method: "POST" });
  const response = await referenceMiddleware({ request, context: new RouterContextProvider() }, async () => {
    setRetryAfter(request, wait);
    return new Response(null, { status, headers: header ? { "Retry-After": header } : {} });
  });
  expect(response.headers.get("retry-after")).toBe(expected);
});
