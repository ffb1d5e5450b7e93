import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

// Runs in the copy that followed the recipes, with a database of the version before.

copyFileSync("data/redline.db", join(process.env.DATA_DIR ?? "", "redline.db"));
const { createApiKey } = await import("~/models/accounts/api-key.server");
const { requestHtml } = await import("~/testing/page-request");
const { signInCookie } = await import("~/testing/test-addresses");
const { makeCity, makePermit, makeViewer } = await import("~/testing/test-rows");
const { startApi } = await import("~/testing/test-server");

let server: Awaited<ReturnType<typeof startApi>>;
let key: string;

beforeAll(async () => {
  server = await startApi();
  const administrator = await makeViewer("admin");
  key = (await createApiKey(administrator, { name: "Recipes", isReadOnly: false })).key ?? "";
});
afterAll(() => server.stop());

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

test("the fees that are there have no due date", async () => {
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

async function newPermit() {
  const administrator = await makeViewer("admin");
  return makePermit(administrator, (await makeCity()).id);
}

type Listed = { id: number; status: string; requiredDisciplines: string[] };

test("a permit can have the new status, and is found by it", async () => {
  const permit = await newPermit();
  const total = async () => (await request<{ totalPermits: number }>("GET", "/dashboard/stats")).totalPermits;
  const before = await total();
  await request("PATCH", `/permits/${permit.id}`, { status: "withdrawn" });
  const found = async (query: string) =>
    (await request<Listed[]>("GET", `/permits?status=withdrawn${query}`)).map(({ id }) => id);
  expect(await found("")).toEqual([permit.id]);
  expect(await found(`&search=${permit.urban37PermitNumber}`)).toEqual([permit.id]);
  expect(await total()).toBe(before);
});

test("a permit can require the new discipline, and a reviewer have it", async () => {
  const permit = await newPermit();
  await makeViewer("employee", { disciplines: ["Energy" as never] });
  const { requiredDisciplines } = await request<Listed>("PATCH", `/permits/${permit.id}`, {
    requiredDisciplines: ["Fire", "Energy"],
  });
  expect(requiredDisciplines).toEqual(["Fire", "Energy"]);
});

type ListedPermit = { id: number; valuation: number | null };

test("a permit has a valuation in form, page, API and history", async () => {
  const old = await request<ListedPermit[]>("GET", "/permits?pageSize=10");
  expect(old.map(({ valuation }) => valuation)).toEqual(old.map(() => null));
  const administrator = await makeViewer("admin");
  const { id } = await makePermit(administrator, (await makeCity()).id);
  await request("PATCH", `/permits/${id}`, { valuation: 1_234_567 });
  expect(await request("GET", `/permits/${id}`)).toMatchObject({ valuation: 1_234_567 });
  const cookie = await signInCookie(administrator);
  const page = await (await requestHtml(`/permits/${id}`, cookie)).text();
  const [facts, history] = page.split('id="history"');
  expect(facts).toContain("1,234,567");
  expect(history).toMatch(/Valuation.{0,60}1,?234,?567/);
  const form = await (await requestHtml(`/permits/${id}/edit`, cookie)).text();
  expect(form).toMatch(/<input[^>]*name="valuation"[^>]*value="1234567"/);
});

test("the first page lists what administrators add in a dialog, and offers reviewers none", async () => {
  const cookie = await signInCookie(await makeViewer("admin"));
  const open = async (path: string, reader = cookie) => (await requestHtml(path, reader)).text();
  const add = (body: Record<string, string>, sender = cookie) =>
    requestHtml("/inspections/new", sender, {
      method: "POST",
      body: new URLSearchParams(body).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  const before = await open("/inspections");
  expect(before).toContain("No inspections yet");
  expect(before).toContain('href="/inspections/new"');
  const dialog = await open("/inspections/new");
  expect(dialog).toContain("No inspections yet");
  const [, formKey = ""] = /name="formKey" value="([^"]+)"/.exec(dialog) ?? [];

  const refused = await add({ formKey, inspectedOn: "2026-12-24", place: "Typed <b>Lane</b>" });
  expect(refused.status).toBe(400);
  const returned = await refused.text();
  expect(returned).toContain("Result is required");
  expect(returned).toContain('value="Typed &lt;b&gt;Lane&lt;/b&gt;"');

  const inspection = { formKey, inspectedOn: "2026-12-24", place: "1 Oak Lane", result: "failed" };
  for (const sent of [inspection, inspection]) {
    const added = await add(sent);
    expect([added.status, added.headers.get("location")]).toEqual([302, "/inspections"]);
  }
  const after = await open("/inspections");
  expect(after).toContain("Dec 24, 2026");
  expect(after.match(/<th[^>]*>1 Oak Lane</g)).toHaveLength(1);

  const reviewer = await signInCookie(await makeViewer("employee"));
  const read = await open("/inspections", reviewer);
  expect(read).toContain("1 Oak Lane");
  expect(read).not.toContain("/inspections/new");
  expect((await requestHtml("/inspections/new", reviewer)).status).toBe(403);
  expect((await add(inspection, reviewer)).status).toBe(403);
});
