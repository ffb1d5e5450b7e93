import { afterAll, beforeAll, expect, test } from "vitest";
import { stopRenderChildren } from "~/models/pdf/render-children.server";
import type { Permit } from "~/models/permits/permit-scope.server";
import type { Viewer } from "~/models/policy";
import { drawnSheets } from "~/testing/drawn-sheets";
import { requestHtml } from "~/testing/page-request";
import { signInCookie } from "~/testing/test-addresses";
import { makeCity, makePeople, makePermit, type SignedInPerson } from "~/testing/test-rows";
import { addPlanSet } from "~/testing/test-sheets";

let people: Record<SignedInPerson, Viewer>;
let permit: Permit;
let sheets: number[];
let ofOtherPermit: number;

type Drawn = NonNullable<Parameters<typeof drawnSheets>[0][number]>;

async function addSheet(to: Permit, reviewCycle: "PC1" | "PC2" | "PC3", drawn: Drawn = {}): Promise<number> {
  const bytes = await drawnSheets([{ number: "A-101", size: [1224, 792], ...drawn }]);
  const { sheetIds } = await addPlanSet(to, ["A-101"], { reviewCycle, bytes });
  return sheetIds[0] ?? 0;
}

beforeAll(async () => {
  const cityId = (await makeCity()).id;
  people = await makePeople(cityId, (await makeCity()).id);
  permit = await makePermit(people.administrator, cityId, { reviewCycle: "PC3" });
  sheets = [
    await addSheet(permit, "PC1"),
    await addSheet(permit, "PC2", { mark: { x: 500, y: 300 } }),
    await addSheet(permit, "PC3", { size: [1728, 1152] }),
  ];
  ofOtherPermit = await addSheet(await makePermit(people.administrator, cityId), "PC1");
});

afterAll(() => stopRenderChildren());

async function pageOf(address: string, viewer = people.administrator) {
  const response = await requestHtml(`${address}`, await signInCookie(viewer));
  return { status: response.status, html: (await response.text()).replaceAll("<!-- -->", "") };
}

const addressOf = (sheet: number, query = "", portal = "") =>
  `${portal}/permits/${permit.id}/sheets/${sheets[sheet - 1]}/compare${query}`;

test("a sheet is compared with that of the cycle before, with each area as a link to its place", async () => {
  const { status, html } = await pageOf(addressOf(2));
  expect(status).toBe(200);
  expect(html).toContain("Compare A-101: PC1 and PC2");
  expect(html).toContain("Red: only in PC1 (removed)");
  expect(html).toContain('aria-label="Area 1: added, cell D5"');
  expect(html).toMatch(/<span>added, cell D5<\/span>/);
  const [, link = ""] = /href="([^"]*compare\?with=\d+&amp;z=8[^"]*)"/.exec(html) ?? [];
  const close = await pageOf(link.replaceAll("&amp;", "&"));
  expect(close.html).toMatch(/both-\d+-\w+-view-8-\d+-\d+-8-8\.avif/);
  expect(close.html).toContain('aria-current="true"');
  expect(html).not.toContain("style=");
});

test("the earlier sheet comes first, whichever of the two is asked for", async () => {
  const { html } = await pageOf(addressOf(1, `?with=${sheets[1]}`));
  expect(html).toContain("Compare A-101: PC1 and PC2");
  expect(html).toContain("added, cell D5");
});

test("sheets of different sizes are shown side by side", async () => {
  const { html } = await pageOf(addressOf(3));
  expect(html).toContain("PC2 and PC3 cannot be laid over each other. They are of different sizes.");
  expect(html.match(/first-view\.avif/g)).toHaveLength(2);
});

test("a sheet without another version says so", async () => {
  const other = await makePermit(people.administrator, permit.cityId);
  const { html } = await pageOf(`/permits/${other.id}/sheets/${await addSheet(other, "PC1")}/compare`);
  expect(html).toContain("There is no other version of A-101");
});

test("a city compares the sheets of its own permits", async () => {
  const { status, html } = await pageOf(addressOf(2, "", "/oakvilles"), people.cityUser);
  expect(status).toBe(200);
  expect(html).toContain(`href="/oakvilles/permits/${permit.id}/sheets/${sheets[1]}"`);
});

test.each([
  ["a sheet of another permit", () => `?with=${ofOtherPermit}`],
  ["a sheet that does not exist", () => "?with=99999"],
  ["what is no id", () => "?with=tree"],
  ["itself", () => `?with=${sheets[1]}`],
])("%s is not found", async (_, query) => {
  expect((await pageOf(addressOf(2, query()))).status).toBe(404);
  expect((await pageOf(addressOf(2, query(), "/oakvilles"), people.cityUser)).status).toBe(404);
});
