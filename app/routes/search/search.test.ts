import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Permit } from "~/models/permits/permit-scope.server";
import type { Viewer } from "~/models/policy";
import { recentPermits } from "~/models/search/search.server";
import { requestHtml, requestPage } from "~/testing/page-request";
import { cookieFor, openPage } from "~/testing/send-form";
import { issueLetter } from "~/testing/test-letters";
import { makeCity, makeCorrections, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import type { SearchData } from "./parts/load-search.server";

let administrator: Viewer;
let reviewer: Viewer;
let clerk: Viewer;
let city: { id: number; code: string };
let permit: Permit;
let letter: number;

beforeAll(async () => {
  city = await makeCity("Oakville");
  await switchCorrections(city.id, true);
  administrator = await makeViewer("admin", { disciplines: ["Fire"] });
  reviewer = await makeViewer("employee", { disciplines: ["Fire"], name: "Rita Reviewer" });
  clerk = await makeViewer("city", { cityId: city.id, name: "Carl Clerk" });
  permit = await makePermit(administrator, city.id, {
    ...{ projectName: "Mill", projectAddress: "1 Mill Lane", cityPermitNumber: "B-7" },
    requiredDisciplines: ["Fire"],
  });
  await makeCorrections(permit, reviewer, [{ text: `Mill hazard ${"of the grain dust ".repeat(20)}` }]);
  letter = await issueLetter(administrator, permit.id);
});

const load = async (viewer: Viewer, query: string) =>
  (await openPage<SearchData>(viewer, `/search${query}`)).page;
const addresses = async (viewer: Viewer, query: string) =>
  (await load(viewer, query)).groups?.flatMap(({ rows }) => rows.map(({ to }) => to));

test("results lead to the pages of each role", async () => {
  const { id, urban37PermitNumber: number } = permit;
  const all = `?q=${number}`;
  const ofLetter = `/permits/${id}/letters/${letter}`;
  expect(await addresses(administrator, all)).toEqual([`/permits/${id}`, ofLetter]);
  expect(await addresses(reviewer, all)).toEqual([`/employee-dashboard/permits/${id}`, ofLetter]);
  expect(await addresses(clerk, all)).toEqual([`/oakvilles/permits/${id}`, `/oakvilles${ofLetter}`]);
  const list = expect.stringMatching(new RegExp(`^/permits/${id}/corrections\\?q=F-1#correction-\\d+$`));
  expect(await addresses(administrator, "?q=hazard")).toEqual([list]);
  expect(await addresses(reviewer, "?q=hazard")).toEqual([list]);
  expect(await addresses(clerk, "?q=hazard")).toEqual([`/oakvilles${ofLetter}?discipline=Fire#items`]);
  expect(await addresses(administrator, "?q=oakville")).toEqual([`/cities/${city.id}`]);
  expect(await addresses(reviewer, "?q=oakville")).toEqual([`/permits?cityId=${city.id}`]);
  expect(await addresses(administrator, "?q=carl")).toEqual([`/cities/${city.id}`]);
  expect(await addresses(administrator, "?q=rita")).toEqual([expect.stringMatching("^/employees\\?search=")]);
  expect(await addresses(administrator, "?q=rita")).toHaveLength(1);
});

test("a city reads its own number first, and no name of a reviewer", async () => {
  const [group] = (await load(clerk, "?q=mill")).groups ?? [];
  expect(group?.rows[0]).toMatchObject({
    name: "B-7",
    facts: ["Mill", "1 Mill Lane", `Ref: ${permit.urban37PermitNumber}`],
    badge: { label: "Pending Review" },
  });
  expect(await addresses(clerk, "?q=rita")).toEqual([]);
});

test("a long text is cut", async () => {
  const [group] = (await load(administrator, "?q=hazard")).groups ?? [];
  expect(group?.rows[0]?.text).toMatch(/^Mill hazard of the .{150,190}…$/);
});

test.each([
  [`?q=${"x".repeat(1000)}`, "Only the first 100 characters were searched."],
  ["?q=m", "One or two characters find the beginnings of words. Corrections need three characters."],
  ["?q=%22*-%22", "Type letters or numbers: punctuation alone finds nothing."],
])("%s is answered in words", async (query, note) => {
  expect((await load(administrator, query)).notes).toEqual([note]);
  const response = await requestHtml(`/search${query}`, await cookieFor(administrator));
  expect([response.status, (await response.text()).includes(note)]).toEqual([200, true]);
});

test.each([
  "?q=NEAR(",
  "?q=AND",
  "?q=%20%20",
  "?q=%00",
  "?q=%E2%80%8B",
  "?q=mill&show=nothing&page=-1",
  "?q=%ff",
])("%s is no failure", async (query) => {
  for (const viewer of [administrator, reviewer, clerk]) {
    const response = await requestPage(`/search${query}`, await cookieFor(viewer));
    expect(response.status).toBe(200);
  }
});

test("blanks alone are an empty search", async () => {
  expect(await load(administrator, "?q=%20%20")).toMatchObject({ notes: [], groups: null, recent: [] });
});

describe("a permit is noted as opened", () => {
  let opener: Viewer;
  beforeEach(async () => {
    opener = await makeViewer("admin");
  });
  const opened = async (viewer = opener) => (await recentPermits(viewer)).map(({ id }) => id);
  const open = async (address: string, viewer = opener, init = {}) => {
    const response = await requestPage(address, await cookieFor(viewer), init);
    await response.text();
    return response.status;
  };

  test("by its page, for each role", async () => {
    const pages: [Viewer, string][] = [
      [opener, `/permits/${permit.id}`],
      [await makeViewer("employee", { disciplines: [] }), `/employee-dashboard/permits/${permit.id}`],
      [await makeViewer("city", { cityId: city.id }), `/oakvilles/permits/${permit.id}`],
    ];
    for (const [viewer, address] of pages) {
      expect(await open(address, viewer)).toBe(200);
      expect(await opened(viewer)).toEqual([permit.id]);
    }
  });

  test("not by a dialog, a page that is fetched in advance, or another city's", async () => {
    expect(await open(`/permits/${permit.id}/delete`)).toBe(200);
    await open(`/permits/${permit.id}`, opener, { headers: { "sec-purpose": "prefetch" } });
    await open(`/permits/${permit.id}`, opener, { method: "HEAD" });
    expect(await opened()).toEqual([]);
    const foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
    expect(await open(`/oakvilles/permits/${permit.id}`, foreigner)).toBe(404);
    expect(await opened(foreigner)).toEqual([]);
  });
});
