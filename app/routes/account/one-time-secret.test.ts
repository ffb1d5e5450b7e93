import { expect, test } from "vitest";
import { makeViewer } from "~/testing/test-rows";
import { oneTimeSecret } from "./parts/one-time-secret.server";

const shown = oneTimeSecret<{ key: string }>("shown-test");

test("a secret is shown once, and a prefetch or HEAD does not use it up", async () => {
  const viewer = await makeViewer("admin");
  const response = await shown.redirectWith(viewer, "/profile", "Created", { key: "rl_secret" });
  const [cookie = ""] = response.headers.getSetCookie().map((header) => header.split(";")[0] ?? "");
  const request = (headers: Record<string, string> = {}, method = "GET") =>
    new Request("http://localhost:3000/profile", { method, headers: { cookie, ...headers } });
  const secretOf = async (sent: Request) => (await shown.take(viewer, sent)).secret;
  expect(await secretOf(request({ "sec-purpose": "prefetch" }))).toBeNull();
  expect(await secretOf(request({}, "HEAD"))).toBeNull();
  expect(await secretOf(request())).toEqual({ key: "rl_secret" });
  expect(await secretOf(request())).toBeNull();
});
