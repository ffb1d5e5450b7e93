import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { write } from "~/platform/db/db.server";
import { statementsOf } from "~/testing/statements";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { today } from "../clock.server";
import { formatPermitNumber } from "../permits/permit";
import type { Viewer } from "../policy";
import { cities } from "../tables.server";
import { updateCity } from "./city.server";
import { citySummary, listCities } from "./city-list.server";

let administrator: Viewer;
let oakville: { id: number; code: string };
let brookfield: { id: number; code: string };

beforeAll(async () => {
  administrator = await makeViewer("admin");
  oakville = await makeCity("Oakville");
  brookfield = await makeCity("Brookfield");
  await makeCity("Westlake");
  await updateCity(administrator, (await makeCity("Zion")).id, { isActive: false });
  await updateCity(administrator, oakville.id, {
    cityNumber: "907",
    managerName: "Harriet Coleman",
    managerEmail: "harriet@oakville.test",
  });
  for (const status of ["in_process", "in_process", "approved"])
    await makePermit(administrator, oakville.id, { status });
});

const namesFor = async (search?: string) =>
  (await listCities(administrator, { search })).rows.map(({ cityName }) => cityName);

test("the list has active and inactive cities in the order of their names", async () => {
  expect(await namesFor()).toEqual(["Brookfield", "Oakville", "Westlake", "Zion"]);
  const { rows } = await listCities(administrator, {});
  expect(rows.at(-1)).toMatchObject({ isActive: false, logoPath: null });
  expect(rows[1]).toEqual({
    id: oakville.id,
    cityName: "Oakville",
    cityNumber: "907",
    usesCorrections: false,
    letterNamesReviewers: false,
    fullName: null,
    letterContact: null,
    letterCodes: null,
    approvalWording: "approved",
    resubmittalSets: "complete",
    letterRecipients: "city",
    applicantsAnswer: true,
    urban37CityCode: oakville.code,
    nextPermitNumber: formatPermitNumber(oakville.code, Number(today().slice(0, 4)), 4),
    managerName: "Harriet Coleman",
    managerEmail: "harriet@oakville.test",
    logoPath: null,
    isActive: true,
    managerPhone: null,
    submissionStatus: "approved",
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
});

test.each(["oakv", "OAKVILLE", " 907 ", "coleman", "HARRIET@", "riet c"])(
  "a search for %o matches name, number, manager or email, in upper and lower case",
  async (search) => {
    expect(await namesFor(search)).toEqual(["Oakville"]);
  },
);

test("a search matches the city code", async () => {
  expect(await namesFor(oakville.code.toLowerCase())).toEqual(["Oakville"]);
});

test.each(["%", "_", "\\", "Oak%ville", "nowhere", "\0Oakv%ille"])(
  "%o is searched for literally",
  async (search) => {
    expect(await namesFor(search)).toEqual([]);
  },
);

test("a page has ten cities, and a page that does not exist becomes the nearest", async () => {
  const addedCities = await Promise.all(Array.from({ length: 9 }, (_, index) => makeCity(`Page ${index}`)));
  const first = await listCities(administrator, {});
  expect({ rows: first.rows.length, total: first.total, page: first.page }).toEqual({
    rows: 10,
    total: 13,
    page: 1,
  });
  const last = await listCities(administrator, { page: 99 });
  expect({ rows: last.rows.length, page: last.page }).toEqual({ rows: 3, page: 2 });
  expect(await listCities(administrator, { search: "nowhere", page: 3 })).toEqual({
    rows: [],
    total: 0,
    page: 1,
  });
  for (const { id } of addedCities) await write((tx) => tx.delete(cities).where(eq(cities.id, id)));
});

test("the list runs two statements for any number of rows", async () => {
  expect(await statementsOf(() => listCities(administrator, {}))).toBe(2);
  expect(await statementsOf(() => listCities(administrator, { search: "oakv" }))).toBe(2);
});

test("the dashboard's card has the first three cities, their numbers of permits, and the number of cities", async () => {
  expect(await citySummary(administrator)).toEqual({
    first: [
      { id: brookfield.id, cityName: "Brookfield", code: brookfield.code, permits: 0, inProcess: 0 },
      { id: oakville.id, cityName: "Oakville", code: oakville.code, permits: 3, inProcess: 2 },
      expect.objectContaining({ cityName: "Westlake" }),
    ],
    total: 4,
  });
});

test.each(["employee", "city", null] as const)(
  "the role %s gets 403 for the list and the card",
  async (role) => {
    const viewer = await makeViewer(role, { cityId: oakville.id });
    await expect(citySummary(viewer)).rejects.toMatchObject({ status: 403 });
    await expect(listCities(viewer, {})).rejects.toMatchObject({ status: 403 });
  },
);

test("a search ignores the case of accented letters", async () => {
  await makeCity("\u00c1nimas");
  for (const typed of ["\u00c1nimas", "\u00e1nimas", "\u00c1NIMAS"]) {
    expect(await namesFor(typed)).toEqual(["\u00c1nimas"]);
  }
});
