import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { listCities, listCityRows } from "~/models/cities/city-list.server";
import { today } from "~/models/clock.server";
import { listCorrections } from "~/models/corrections/correction-list.server";
import { listDashboardAssignments } from "~/models/dashboard/work-list.server";
import { listColleagues, listEmployees } from "~/models/employees/employee-list.server";
import { permitList } from "~/models/permits/permit-list.server";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import { foundBySql } from "~/models/permits/permit-search.server";
import { keepPlanCheckList } from "~/models/plan-checks/listed-plan-check.server";
import { listPlanChecksInTab } from "~/models/plan-checks/plan-check-list.server";
import type { Viewer } from "~/models/policy";
import { listPortalPermits } from "~/models/portal/portal.server";
import { isFoundIn } from "~/models/search-terms";
import { listOffered, standardCommentList } from "~/models/standard-comments/standard-comment-list.server";
import { permits, standardComments } from "~/models/tables.server";
import { db, write } from "~/platform/db/db.server";
import { searchText } from "~/platform/db/text-search.server";
import { permitPage } from "./permit-page";
import { assign, makeCity, makeCorrections, makePermit, makeViewer, switchCorrections } from "./test-rows";

keepPlanCheckList();

// What people type and paste, and what each list with a search finds for it.

const texts = {
  projectName: "Baker’s Café Renée – “Phase 2”",
  projectAddress: "1200 Grand St., Suite 4",
  applicantName: "Inés de Luz",
  applicantEmail: "ines@luz.test",
  cityPermitNumber: "BP-2026/0417",
};

let city: { id: number };
let administrator: Viewer;
let reviewer: Viewer;
let clerk: Viewer;
let permit: Permit;

beforeAll(async () => {
  city = await makeCity("Cañon Lake");
  await switchCorrections(city.id, true);
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", {
    name: "Renée O’Brien",
    email: "rob@firm.test",
    disciplines: ["Fire"],
  });
  clerk = await makeViewer("city", { cityId: city.id });
  const number = { urban37PermitNumber: "OAK-26-001", revisionNumber: "rev1", reviewCycle: "PC2" };
  permit = await makePermit(administrator, city.id, { ...number, ...texts });
  // As a program or an earlier version stored it.
  await write((tx) =>
    tx
      .update(permits)
      .set({ projectName: `${texts.projectName} court\u00adhouse` })
      .where(eq(permits.id, permit.id)),
  );
  const other = await makePermit(administrator, city.id, {
    urban37PermitNumber: "OAK-26-002",
    cityPermitNumber: "BP-2026/0418",
    projectName: "Bakery four 26-hour 001",
    projectAddress: "12 Grandview",
    applicantName: "Ann Luzern",
  });
  for (const { id } of [permit, other]) await assign({ id }, reviewer, "Fire");
});

const found = [
  ...["Baker's", "Baker’s", "baker`s", "BAKER\u02bcS", "Bakers", "baker´s"],
  ...["Renee", "Renée", "Rene\u0301e", "RENÉE"],
  ...[
    "OAK‑26‑001",
    "OAK–26–001",
    "OAK−26−001",
    "oak-26-001",
    "OAK-2\u200b6-001",
    "\u200eOAK-26-001\u200f",
    "OAK-26-001.",
  ],
  ...[
    '"OAK-26-001"',
    "“OAK-26-001”",
    "(OAK-26-001),",
    "OAK 26 001",
    "OAK26001",
    "oak26-001",
    "OAK/26/001",
    "#OAK-26-001",
    "# OAK-26-001",
  ],
  ...["OAK-26-001 rev1", "OAK-26-001-rev1", "OAK-26-001 Rev 1", "OAK26001rev1"],
  ...[
    "OAK-26-001-PC1",
    "OAK-26-001-REV1-PC2",
    "OAK-26-001-PC2-2",
    "OAK-26-001-PC2 renee",
    "OAK\u00a026\u00a0001",
  ],
  ...["BP-2026/0417", "BP 2026 0417", "BP20260417", "#BP–2026–0417"],
  ...[
    "1200  Grand",
    "1200\u00a0Grand",
    "Grand 1200",
    "grand, 1200",
    "1200 Grand St",
    "1200 Grand St.",
    "St 1200",
    "suite grand renee",
  ],
  ...["courthouse", "court\u00adhouse", "Phase 2", "cafe phase"],
  ...["Inés de Luz", "Ines de Luz", "de Luz", "Luz, Inés", "ines@luz.test", "in de lu"],
];
const notFound = [
  "Bakerson",
  "OAK-26-003",
  "OAK-26-001 rev2",
  "OAK 26 002 Renee",
  "1200 Grandview",
  "z Luz",
  "26-001-oak 9",
  "———",
  "#",
  "description",
];

/** Every list of permits with a search. */
const lists: [string, (search: string) => Promise<number[]>][] = [
  ["the page", async (search) => (await permitPage(administrator, { search })).rows.map(({ id }) => id)],
  [
    "the page, by city",
    async (search) => (await permitPage(administrator, { search, sort: "city" })).rows.map(({ id }) => id),
  ],
  [
    "a reviewer's page",
    async (search) => (await permitPage(reviewer, { search, cityId: city.id })).rows.map(({ id }) => id),
  ],
  [
    "the API",
    async (search) => (await permitList(administrator, { search }).page(1, 10)).map(({ id }) => id),
  ],
  [
    "the API for a city",
    async (search) => (await permitList(clerk, { search }).page(1, 10)).map(({ id }) => id),
  ],
  [
    "the portal",
    async (search) =>
      (await listPortalPermits(clerk, city.id, { search, show: 10 })).rows.map(({ id }) => id),
  ],
  ["Plan Review of one reviewer", (q) => work(q, reviewer.employeeId ?? 0)],
  ["Plan Review of all", (q) => work(q)],
  ["the stored text of a permit", foundByText],
  [
    "plan checks",
    async (q) =>
      (await listPlanChecksInTab(administrator, { view: "in_review", q }, today())).rows.map(({ id }) => id),
  ],
];

const work = async (q: string, employeeId?: number) =>
  (await listDashboardAssignments(administrator, { q, employeeId }, today())).rows.map(
    ({ permitId }) => permitId,
  );

async function foundByText(q: string): Promise<number[]> {
  const search = searchText(q);
  const isFound = search ? foundBySql(search, permits.id) : sql`1 = 0`;
  return (await db.select({ id: permits.id }).from(permits).where(isFound)).map(({ id }) => id);
}

describe.each(lists)("%s", (_, list) => {
  test.each(found)("finds a permit by %j", async (search) => {
    expect(await list(search)).toEqual([permit.id]);
  });

  test.each(notFound)("finds none by %j", async (search) => {
    expect(await list(search)).toEqual([]);
  });
});

test("a permit is found by what it is changed to, and no more by what it was", async () => {
  const changed = await makePermit(administrator, city.id, { applicantName: "Früher" });
  const find = async (search: string) =>
    (await permitPage(administrator, { search })).rows.map(({ id }) => id);
  expect(await find("fruher")).toEqual([changed.id]);
  await write((tx) => tx.update(permits).set({ applicantName: "Später" }).where(eq(permits.id, changed.id)));
  expect([await find("fruher"), await find("spater")]).toEqual([[], [changed.id]]);
});

describe("another list", () => {
  const names = ["Renée O’Brien", "rob@firm.test"];
  test.each(["renee", "o'brien", "O’BRIEN RENÉE", "“Renée”", "rob@", "fire renee", "o brien", "Re\u200bnée"])(
    "has an employee by %j",
    async (search) => {
      const rows = [
        ...(await listEmployees(administrator, { search })).rows,
        ...(await listColleagues(reviewer, search)),
      ];
      expect(rows.map(({ name }) => name)).toEqual([names[0], names[0]]);
    },
  );

  test.each(["canon", "CAÑON LAKE", "lake can\u0303on", "cañon-lake.", "ca la"])(
    "has a city by %j",
    async (search) => {
      const rows = [
        ...(await listCities(administrator, { search })).rows,
        ...(await listCityRows(administrator, search)),
      ];
      expect(rows.map(({ cityName }) => cityName)).toEqual(["Cañon Lake", "Cañon Lake"]);
    },
  );

  test.each([
    "stair’s",
    "stairs A‑101",
    "A101",
    "CBC 716",
    "rated a-101",
    "F-1",
    "F–1",
    "f 1",
    "#F1",
    "résumé",
  ])("has a correction by %j", async (q) => {
    const reviewed = await makePermit(administrator, city.id);
    const row = { text: "The stair's rated resume", sheet: "A-101", codeReference: "CBC 716.1" };
    const [id] = await makeCorrections(reviewed, reviewer, [row, { text: "Four 2-hour walls" }]);
    const rows = await listCorrections(reviewer, await readPermit(reviewer, reviewed.id), { q });
    expect(rows.map((correction) => correction.id)).toEqual([id]);
  });

  test.each(["wall’s", "walls 716", "Exterieur", "rated extérieur"])(
    "has a standard comment by %j",
    async (q) => {
      const moment = new Date().toISOString();
      const kind = "correction" as const;
      const fields = { discipline: "Fire" as const, kind, createdAt: moment, updatedAt: moment };
      await write(async (tx) => {
        await tx.delete(standardComments);
        await tx.insert(standardComments).values([
          { ...fields, title: "Wall's rating", codeReference: "CBC 716", text: "Rated extérieur" },
          { ...fields, title: "Another", text: "Stair" },
        ]);
      });
      expect((await standardCommentList(reviewer, { q }).page(1, 10)).map(({ title }) => title)).toEqual([
        "Wall's rating",
      ]);
      if (/\d/.test(q)) return;
      const offered = await listOffered(reviewer, { cityId: city.id }, "Fire", { q, code: "cbc–716" });
      expect(offered.map(({ title }) => title)).toEqual(["Wall's rating"]);
    },
  );

  test.each([
    ["renee o", true],
    ["o'b", true],
    ["brien ren", true],
    ["", true],
    ["brian", false],
  ])("has a choice of a combobox by %j: %s", (typed, isFound) => {
    expect(isFoundIn("Renée O’Brien", typed)).toBe(isFound);
  });
});
