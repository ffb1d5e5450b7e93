import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

// Runs in the copy that followed the recipes: on SQLite with a database of the version before, on PostgreSQL with a new one.

copyFileSync("data/redline.db", join(process.env.DATA_DIR ?? "", "redline.db"));
const { createApiKey } = await import("~/models/accounts/api-key.server");
const { isPostgres } = await import("~/models/dialect.server");
const { makeCity, makeViewer } = await import("~/testing/test-rows");
const { startApi } = await import("~/testing/test-server");

let server: Awaited<ReturnType<typeof startApi>>;
let key: string;

beforeAll(async () => {
  server = await startApi();
  const administrator = await makeViewer("admin");
  key = (await createApiKey(administrator, { name: "Recipes", isReadOnly: false })).key ?? "";
});
afterAll(() => server.stop());

/** Sends a request to the API and expects success. */
async function request<Content>(method: string, path: string, body?: object): Promise<Content> {
  const response = await fetch(`${server.origin}/api${path}`, {
    method,
    body: body && JSON.stringify(body),
    headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) },
  });
  const content = await response.json();
  expect(response.status, `${method} ${path}: ${JSON.stringify(content)}`).toBeLessThan(300);
  return content as Content;
}

type Fee = { id: number; dueDate: string | null };

test.skipIf(isPostgres)("the fees that are there have no due date", async () => {
  const [city] = await request<{ id: number }[]>("GET", "/cities");
  const fees = await request<Fee[]>("GET", `/city-fees?cityId=${city?.id}`);
  expect(fees.length).toBeGreaterThan(0);
  expect(fees.filter(({ dueDate }) => dueDate !== null)).toEqual([]);
});

test("a fee can have a due date", async () => {
  const { id: cityId } = await makeCity();
  const fee = { cityId, serviceType: "other", description: "Visit", amount: 5, status: "pending" };
  const { id } = await request<Fee>("POST", "/city-fees", { ...fee, dueDate: "2026-12-24" });
  const stored = async () => (await request<Fee[]>("GET", `/city-fees?cityId=${cityId}`))[0]?.dueDate;
  expect(await stored()).toBe("2026-12-24");
  await request("PUT", `/city-fees/${id}`, { dueDate: "" });
  expect(await stored()).toBeNull();
});
