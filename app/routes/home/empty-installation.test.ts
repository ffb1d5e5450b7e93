import { beforeAll, expect, test } from "vitest";
import type { Viewer } from "~/models/policy";
import { cities } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";
import { requestHtml } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor, sendForm } from "~/testing/send-form";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";

let administrator: Viewer;

beforeAll(async () => {
  administrator = await makeViewer("admin");
});

async function textAt(path: string, viewer = administrator, init = {}) {
  const response = await requestHtml(path, await cookieFor(viewer), init);
  const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(await response.text()) ?? [];
  return textOf(main);
}

const totals = /Total Permits|Recent Permits/;

test("an administrator is led to the first permit, step by step", async () => {
  for (const path of ["/", "/admin-dashboard"]) {
    const text = await textAt(path);
    expect(text).toMatch(/Set up email .* To do Add a city .* To do Add a plan reviewer .* To do/);
    expect(text).toMatch(/Fill the library .* Optional Create the first permit Add a city first\. To do$/);
    expect(text).not.toMatch(totals);
  }
  expect(await textAt("/permits/new")).toMatch(/There is no city yet\. Add a city first\.$/);
  const body = new FormData();
  body.append("projectName", "Harbor House");
  const refused = await requestHtml("/permits/new", await cookieFor(administrator), { method: "POST", body });
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringMatching(/There is no city yet\..*value="Harbor House"/s),
  ]);
  expect(await textAt("/oakvilles")).toContain("There is no city yet. Add a city first.");
  expect(await textAt("/hours")).toContain("There is no plan reviewer yet Add a plan reviewer first.");

  expect(await sendForm(administrator, "/standard-comments/import", { samples: "on" })).toMatchObject({
    status: 302,
  });
  const city = await makeCity("Oakville");
  const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  expect(await textAt("/")).toMatch(
    /Add a city .* Done Add a plan reviewer .* Done Fill the library .* Done Create the first permit Or .* To do$/,
  );
  expect(await textAt("/permits/new")).toContain("Oakville");
  for (const [path, viewer] of [
    ["/", reviewer],
    ["/employee-dashboard", administrator],
  ] as const)
    expect(await textAt(path, viewer)).not.toMatch(totals);

  await write((tx) => tx.update(cities).set({ isActive: false }));
  expect(await textAt("/permits/new")).toMatch(/No city is active\. Activate one of the cities first\.$/);
  await write((tx) => tx.update(cities).set({ isActive: true }));
  await makePermit(administrator, city.id);
  expect(await textAt("/")).toMatch(totals);
  expect(await textAt("/")).not.toContain("First steps");
  expect(await textAt("/", reviewer)).toMatch(totals);
});
