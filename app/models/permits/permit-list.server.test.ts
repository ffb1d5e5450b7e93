import { asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, write, writer } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { isShortSearch } from "~/platform/db/text-search.server";
import { execute } from "~/testing/database";
import { permitPage } from "~/testing/permit-page";
import { queriesIn, statementsOf } from "~/testing/statements";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { today } from "../clock.server";
import { listDashboardAssignments } from "../dashboard/work-list.server";
import type { Discipline } from "../discipline";
import { pageSize } from "../paging";
import type { Viewer } from "../policy";
import { permits, users } from "../tables.server";
import { updatePermit } from "./permit.server";
import { type PermitFilter, permitSortNames, readPermitFilter } from "./permit-filter";
import { countingLimit, type PermitRow, permitList } from "./permit-list.server";

let administrator: Viewer;
let employee: Viewer;
/** Each test has its own city, so that it lists only its own permits. */
let city: { id: number; code: string };
let cityUser: Viewer;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  employee = await makeViewer("employee", { disciplines: ["Fire"] });
});

beforeEach(async () => {
  city = await makeCity();
  cityUser = await makeViewer("city", { cityId: city.id });
});

const make = (fields: Record<string, unknown> = {}) => makePermit(administrator, city.id, fields);
const list = (filter: PermitFilter = {}, viewer = administrator) =>
  permitPage(viewer, { cityId: city.id, ...filter });
const cityNumbers = async (filter: PermitFilter = {}, viewer = administrator) =>
  (await list(filter, viewer)).rows.map(({ cityPermitNumber }) => cityPermitNumber);

/** Returns the API's count and first page for a filter, after checking that the batches have the same rows. */
async function readForApi(filter: PermitFilter, viewer = administrator) {
  const cityFilter = { cityId: city.id, ...filter };
  const list = permitList(viewer, cityFilter);
  const page = await list.page(1, 100);
  const all: PermitRow[] = [];
  for await (const batch of list.all()) all.push(...batch);
  expect(all.slice(0, 100).map(({ id }) => id)).toEqual(page.map(({ id }) => id));
  const rows = page.map(({ cityPermitNumber }) => cityPermitNumber);
  return { count: await list.count(), rows };
}

async function makeMany(number: number): Promise<void> {
  for (let index = 1; index <= number; index += 1) await make({ cityPermitNumber: `N-${index}` });
}

describe("the search", () => {
  describe("finds a part of either number, the name, the address or the applicant", () => {
    beforeEach(async () => {
      await make({
        urban37PermitNumber: `ALPHA-${city.code}`,
        cityPermitNumber: "BRAVO-9001",
        projectName: "Cöncord Tower",
        projectAddress: "9 Delta Road",
        projectDescription: "Echo, foxtrot",
        applicantName: "Golf Hotel",
      });
      await make({ cityPermitNumber: "other" });
    });

    test.each(["lpha-C", "AVO-90", "CORD tow", "tower conc", "cön", "delta r", "9 D", "Golf"])(
      "such as %s",
      async (search) => {
        const found = await list({ search });
        expect(found.rows.map(({ cityPermitNumber }) => cityPermitNumber)).toEqual(["BRAVO-9001"]);
        expect(await readForApi({ search })).toEqual({ count: found.total, rows: ["BRAVO-9001"] });
      },
    );

    test.each(["Echo", "1 Cöncord", "Towers"])("but nothing else, such as %s", async (search) => {
      expect(await list({ search })).toMatchObject({ rows: [], total: 0 });
      expect(await readForApi({ search })).toEqual({ count: 0, rows: [] });
    });
  });

  test("finds the same permits in every order", async () => {
    const numbers = ["TANGO-1", "TANGO-2", "TANGO-3"];
    for (const cityPermitNumber of numbers) await make({ cityPermitNumber, urban37PermitNumber: null });
    await make({ cityPermitNumber: "other" });
    for (const search of ["TANGO", "TA"]) {
      expect(await cityNumbers({ search })).toEqual(numbers.toReversed());
      expect(await cityNumbers({ search, sort: "number" })).toEqual(numbers);
      expect(await readForApi({ search })).toEqual({ count: 3, rows: numbers.toReversed() });
    }
  });

  test.each(["ΟΔΟΣ 9", "İzmir Blok", "Straße ﬁ"])("finds %s by its own name", async (projectName) => {
    await make({ cityPermitNumber: "LETTERS-1", projectName });
    expect(await cityNumbers({ search: projectName })).toEqual(["LETTERS-1"]);
    expect(await cityNumbers({ search: [...projectName].slice(0, 4).join("") })).toEqual(["LETTERS-1"]);
  });

  test.each(["aİ", "İ", "ﬁ", "Σ"])("does not fail for %s", async (search) => {
    expect(await cityNumbers({ search })).toEqual([]);
  });

  test.each(["q", "qZ", "QzX", "qzx-7"])("ignores case: %s", async (search) => {
    await make({ cityPermitNumber: "qZx-77" });
    await make({ cityPermitNumber: "other" });
    expect(await cityNumbers({ search })).toEqual(["qZx-77"]);
    expect(await cityNumbers({ search: search.toUpperCase() })).toEqual(["qZx-77"]);
  });

  test("ignores spaces around the text", async () => {
    await make({ cityPermitNumber: "spaced-77" });
    expect(await cityNumbers({ search: "  spaced-77  " })).toEqual(["spaced-77"]);
  });

  test("ignores a text of spaces only", async () => {
    await make();
    expect((await list({ search: "   " })).total).toBe(1);
  });

  const signs = [
    ...'% _ \\ " \' %% %%% ___ """ *** (((( --- ; …'.split(" "),
    "\u{1f9f1}",
    "\u{1f9f1}\u{1f9f2}\u{1f9f3}",
  ];

  test.each(signs)("of signs alone finds nothing: %s", async (search) => {
    await make({ cityPermitNumber: `${search}9` });
    expect(await cityNumbers({ search })).toEqual([]);
    expect(await readForApi({ search })).toEqual({ count: 0, rows: [] });
  });

  test.each([
    ["the operator OR", " OR "],
    ["the operator NOT", "x NOT y"],
    ["the operator NEAR", "NEAR(a b)"],
    ["a column filter", "project_name : x"],
    ["a semicolon and a comment", "'; drop table permits; --"],
    ["letters outside the English alphabet", "Ñandú"],
  ])("treats %s as plain text: %s", async (_, text) => {
    const number = `${text.trim()}9`;
    const otherFields = { projectName: "Project", projectAddress: "Address" };
    await make({ cityPermitNumber: number, ...otherFields });
    await make({ cityPermitNumber: "plain abc x y 1", ...otherFields });
    expect(await cityNumbers({ search: text.trim() })).toEqual([number]);
  });

  test.each(["abc*", "^abc", "{abc}", "\u{1f9f1}abc", 'abc"\u0000'])(
    "ignores signs at a word: %s",
    async (search) => {
      await make({ cityPermitNumber: "plain abc x y 1" });
      await make({ cityPermitNumber: "other" });
      expect(await cityNumbers({ search })).toEqual(["plain abc x y 1"]);
    },
  );

  test.each([
    ["a null byte among letters", "abc\u0000def"],
    ["half of an emoji", "\ud83e\uddf1\ud83e"],
    ["a line break", "abc\ndef"],
  ])("finds nothing and does not fail for %s", async (_, search) => {
    await make({ cityPermitNumber: "abc" });
    expect(await list({ search })).toMatchObject({ rows: [], total: 0, page: 1 });
  });

  test("does not fail for a single null byte", async () => {
    await make({ cityPermitNumber: "abc" });
    const { rows, total } = await list({ search: "\u0000" });
    expect(total).toBe(rows.length);
  });

  test("is cut to 100 characters", async () => {
    const number = "z".repeat(100);
    await make({ cityPermitNumber: number });
    expect(await cityNumbers({ search: "z".repeat(300) })).toEqual([number]);
  });

  test("finds a permit by its new number after an edit, not by the old one", async () => {
    const { id } = await make({ cityPermitNumber: "BEFORE-1" });
    await updatePermit(administrator, id, { cityPermitNumber: "AFTER-1" });
    expect(await cityNumbers({ search: "AFTER-1" })).toEqual(["AFTER-1"]);
    expect(await cityNumbers({ search: "BEFORE-1" })).toEqual([]);
  });

  test("finds a permit without a city number by its other fields", async () => {
    const { id } = await make({ urban37PermitNumber: "NUMBERLESS-1" });
    await write(async (tx) => {
      await tx.update(permits).set({ cityPermitNumber: null }).where(eq(permits.id, id));
    });
    expect((await list({ search: "NUMBERLESS-1" })).total).toBe(1);
    expect((await list({ search: "NU" })).total).toBe(1);
  });
});

describe("a search of one or two characters", () => {
  test("finds the beginnings of words, in any case, and no other text", async () => {
    await make({ urban37PermitNumber: `Ab-${city.code}`, cityPermitNumber: "77-1", projectName: "Zx Hall" });
    await make({ urban37PermitNumber: `XAB-${city.code}`, cityPermitNumber: "ab", projectAddress: "(Zx) 9" });
    await make({ urban37PermitNumber: `Q-${city.code}`, cityPermitNumber: "b7" });
    const found = {
      ab: ["ab", "77-1"],
      "7": ["77-1"],
      "77": ["77-1"],
      q: ["b7"],
      "q-": ["b7"],
      zx: ["ab", "77-1"],
      "-1": ["b7", "77-1"],
      "77 h": ["77-1"],
      "9 ab": ["ab"],
    };
    for (const [search, numbers] of Object.entries(found)) {
      expect(await cityNumbers({ search }), search).toEqual(numbers);
      expect(await readForApi({ search }), search).toEqual({ count: numbers.length, rows: numbers });
    }
    for (const search of ["z.x", "x9", "bh"]) expect(await cityNumbers({ search }), search).toEqual([]);
  });

  test("has a note, and a longer one has not", () => {
    const notes = [undefined, "B", "B2", "\u{1f9f1}a", "B26"].map(isShortSearch);
    expect(notes).toEqual([false, true, true, true, false]);
  });
});

describe("private-use characters", () => {
  // The index marks a permit's city, status and the beginnings of its numbers with them.
  const marker = (...codes: number[]) => String.fromCodePoint(...codes);
  const cityMarker = (id: number) => marker(0xe000, 0xe100 + Math.trunc(id / 4096), 0xe100 + (id % 4096));
  const fakes = () => [
    cityMarker(city.id),
    marker(0xe014, 0xe001, 0xe001),
    marker(0xe100, 0xe100 + city.id, 0xe014),
  ];

  test("are ignored in a search", async () => {
    await make({ cityPermitNumber: "PLAIN-1" });
    for (const fake of fakes()) {
      expect(await cityNumbers({ search: fake })).toEqual(["PLAIN-1"]);
      expect(await cityNumbers({ search: `PLA${fake}IN` })).toEqual(["PLAIN-1"]);
    }
  });

  test("in a permit do not list it for another city or with another status", async () => {
    const other = await makeCity();
    for (const [index, fake] of fakes().entries()) {
      const texts = { projectName: `Fake ${fake}`, projectAddress: `Fake ${fake}` };
      await makePermit(administrator, other.id, { cityPermitNumber: `${fake} FAKE-${index}`, ...texts });
      await makePermit(administrator, other.id, {
        urban37PermitNumber: `${fake.slice(1)}${city.code}`,
        ...texts,
      });
    }
    for (const filter of [{ search: "Fake" }, { search: "Fake", status: "hold" }] as const) {
      expect(await permitPage(cityUser, filter)).toMatchObject({ rows: [], total: 0 });
      expect(await cityNumbers(filter)).toEqual([]);
    }
    expect((await permitPage(administrator, { search: "Fake", cityId: other.id })).total).toBe(6);
    expect(
      (await permitPage(administrator, { search: "Fake", cityId: other.id, status: "hold" })).total,
    ).toBe(0);
  });
});

describe("the filters", () => {
  test("combine status, city and search", async () => {
    await make({ status: "hold", cityPermitNumber: "TOGETHER-1" });
    await make({ status: "approved", cityPermitNumber: "TOGETHER-2" });
    const other = await makeCity();
    await makePermit(administrator, other.id, { status: "hold", cityPermitNumber: "TOGETHER-3" });
    expect(await cityNumbers({ status: "hold" })).toEqual(["TOGETHER-1"]);
    expect(await cityNumbers({ status: "hold", search: "TOGETHER" })).toEqual(["TOGETHER-1"]);
    expect((await permitPage(administrator, { status: "hold", search: "TOGETHER" })).total).toBe(2);
    expect(await cityNumbers({ cityId: other.id })).toEqual(["TOGETHER-3"]);
  });

  test("return no rows for a city that does not exist", async () => {
    expect(await list({ cityId: 999_999 })).toMatchObject({ rows: [], total: 0, page: 1 });
  });

  test.each([{}, { status: "in_process" }, { search: "N-" }, { search: "26-" }] as PermitFilter[])(
    "return a total equal to the number of rows: %j",
    async (filter) => {
      await makeMany(7);
      await make({ status: "hold", cityPermitNumber: "X-1" });
      const { rows, total } = await list(filter);
      expect(total).toBe(rows.length);
    },
  );
});

describe("the order", () => {
  beforeEach(async () => {
    await make({
      cityPermitNumber: "b",
      urban37PermitNumber: `${city.code}-B`,
      dueDate: "2026-11-11",
      status: "hold",
    });
    await make({
      cityPermitNumber: "a",
      urban37PermitNumber: `${city.code}-A`,
      dueDate: "2026-11-13",
      status: "in_process",
    });
    await make({
      cityPermitNumber: "c",
      urban37PermitNumber: `${city.code}-C`,
      dueDate: "2026-11-12",
      status: "approved",
    });
  });

  test("is newest first by default", async () => {
    expect(await cityNumbers()).toEqual(["c", "a", "b"]);
  });

  test.each([
    ["number", ["a", "b", "c"]],
    ["due", ["b", "c", "a"]],
    ["status", ["c", "b", "a"]],
  ] as const)("by %s can be ascending or descending", async (sort, expected) => {
    expect(await cityNumbers({ sort })).toEqual(expected);
    expect(await cityNumbers({ sort, descending: true })).toEqual(expected.toReversed());
  });

  test("by city uses the city's name, ascending or descending", async () => {
    const names = [`Zz-${city.code}`, `Aa-${city.code}`];
    for (const name of names)
      await makePermit(administrator, (await makeCity(name)).id, { cityPermitNumber: `SORT-${city.code}` });
    const sorted = async (descending?: boolean) =>
      (await permitPage(administrator, { search: `SORT-${city.code}`, sort: "city", descending })).rows.map(
        ({ city }) => city.cityName,
      );
    expect(await sorted()).toEqual(names.toSorted());
    expect(await sorted(true)).toEqual(names.toSorted().toReversed());
  });

  test("by city is by the city's id between cities with one name, then by the permit", async () => {
    const name = `Twin-${city.code}`;
    const twins = [(await makeCity(name)).id, (await makeCity(name)).id];
    const search = `TWIN-${city.code}`;
    for (const cityId of [...twins, ...twins])
      await makePermit(administrator, cityId, { cityPermitNumber: search });
    const found = await permitPage(administrator, { search, sort: "city" });
    const ids = found.rows.map(({ id }) => id);
    const [first = 0, second = 0, third = 0, fourth = 0] = ids.toSorted((one, other) => one - other);
    expect(ids).toEqual([first, third, second, fourth]);
    const descending = await permitPage(administrator, { search, sort: "city", descending: true });
    expect(descending.rows.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  test("shows each of many permits with the same due date on one page only", async () => {
    await makeMany(20);
    const ids: number[] = [];
    for (const page of [1, 2, 3]) ids.push(...(await list({ sort: "due", page })).rows.map(({ id }) => id));
    expect(new Set(ids).size).toBe(23);
  });
});

describe("the pages", () => {
  beforeEach(() => makeMany(23));

  test("have ten rows each, except the last", async () => {
    const sizes = await Promise.all([1, 2, 3].map(async (page) => (await list({ page })).rows.length));
    expect(sizes).toEqual([pageSize, pageSize, 3]);
    expect((await list()).total).toBe(23);
  });

  test.each([
    ["-1", 1],
    ["0", 1],
    ["1", 1],
    ["2", 2],
    ["3", 3],
    ["4", 3],
    ["1000000000", 3],
    ["1e9", 3],
    ["NaN", 1],
    ["Infinity", 1],
    ["1.5", 1],
  ])("have the number that the query parameter selects: %s selects page %i", async (page, expected) => {
    const filter = readPermitFilter(new URLSearchParams({ page, cityId: String(city.id) }));
    const found = await permitPage(administrator, filter);
    expect(found.page).toBe(expected);
    expect(found.rows).toHaveLength(expected === 3 ? 3 : 10);
  });

  test.each([-1, 0, 1e9])("include the nearest existing one for the number %d", async (page) => {
    const found = await list({ page });
    expect(found.page).toBe(page > 1 ? 3 : 1);
    expect(found.rows).toHaveLength(page > 1 ? 3 : 10);
  });
});

describe("every page", () => {
  const orders: PermitFilter[] = [
    {},
    ...permitSortNames.flatMap((sort) => [{ sort }, { sort, descending: true }]),
  ];
  const filters: PermitFilter[] = [
    {},
    { status: "in_process" },
    { search: "PAGED" },
    { search: "P", status: "hold" },
  ];
  let cityIds: number[];

  beforeAll(async () => {
    cityIds = [
      (await makeCity("Paged twin")).id,
      (await makeCity("Paged twin")).id,
      (await makeCity("Paged")).id,
    ];
    for (let index = 0; index < 36; index += 1)
      await makePermit(administrator, cityIds[index % 3] ?? 0, {
        cityPermitNumber: `PAGED-${(index * 7) % 36}`,
        dueDate: `2026-11-${10 + (index % 5)}`,
        status: index % 4 === 0 ? "hold" : "in_process",
      });
  });

  test.each(orders.flatMap((order) => filters.map((filter) => ({ ...filter, ...order }))))(
    "has exactly its rows of the complete list: %j",
    async (filter) => {
      for (const cityId of [undefined, cityIds[0]]) {
        const chosen = { ...filter, cityId };
        const rows = permitList(administrator, chosen);
        const all: number[] = [];
        for await (const batch of rows.all()) all.push(...batch.map(({ id }) => id));
        const { total } = await permitPage(administrator, chosen);
        expect(total).toBe(all.length);
        for (let page = 1; page <= Math.ceil(total / pageSize); page += 1) {
          const onPage = all.slice((page - 1) * pageSize, page * pageSize);
          expect((await permitPage(administrator, { ...chosen, page })).rows.map(({ id }) => id)).toEqual(
            onPage,
          );
          expect((await rows.page(page, pageSize)).map(({ id }) => id)).toEqual(onPage);
        }
        expect(await rows.page(Math.ceil(total / pageSize) + 1, pageSize)).toEqual([]);
      }
    },
  );

  test
    .skipIf(isPostgres)
    .each(
      orders.flatMap((order) =>
        [{}, { status: "hold" as const }].flatMap((filter) =>
          [false, true].map((inCity) => ({ ...filter, ...order, inCity })),
        ),
      ),
    )("is found in an index, without reading or sorting other permits: %j", async ({ inCity, ...filter }) => {
    const cityId = inCity ? cityIds[0] : undefined;
    const queries = await queriesIn(() => permitPage(administrator, { ...filter, cityId, page: 2 }));
    const [page] = queries.filter(({ text }) => text.includes('from "permits" inner join'));
    const plan = writer.prepare(`explain query plan ${page?.text}`).all(...(page?.values ?? [])) as {
      id: number;
      parent: number;
      detail: string;
    }[];
    const readsPermits = ({ detail }: { detail: string }) => detail.includes(" permits ");
    const [rows, ...reads] = plan.filter(readsPermits).toSorted((one, other) => one.parent - other.parent);
    expect(rows).toMatchObject({ parent: 0, detail: "SEARCH permits USING INTEGER PRIMARY KEY (rowid=?)" });
    expect(reads.length).toBeGreaterThan(0);
    for (const { detail } of reads) expect(detail).toContain("USING COVERING INDEX");
    // The rows of one page at most.
    const sorts = plan.filter(({ parent, detail }) => parent !== 0 && detail.startsWith("USE TEMP B-TREE"));
    expect(sorts).toEqual([]);
  });
});

describe("the scope of a viewer", () => {
  test("is always their own city for a city user, even if the filter has another city", async () => {
    await make({ cityPermitNumber: "own" });
    const other = await makeCity();
    await makePermit(administrator, other.id, { cityPermitNumber: "other city" });
    const visible = await permitPage(cityUser, {});
    expect(visible.rows.map(({ cityPermitNumber }) => cityPermitNumber)).toEqual(["own"]);
    expect(visible.total).toBe(1);
    expect(await permitPage(cityUser, { cityId: other.id })).toMatchObject({ rows: [], total: 0 });
    expect(await permitPage(cityUser, { search: "other city" })).toMatchObject({ rows: [], total: 0 });
    expect(await permitPage(cityUser, { search: "ot" })).toMatchObject({ rows: [], total: 0 });
  });

  test("is all cities for an employee", async () => {
    await make({ cityPermitNumber: "visible" });
    expect(await cityNumbers({}, employee)).toEqual(["visible"]);
  });

  test("is refused to a user without a role and to a city user without a city", async () => {
    await make();
    for (const viewer of [await makeViewer(null, { cityId: city.id }), await makeViewer("city")]) {
      for (const filter of [{}, { search: "B26" }])
        await expect((async () => permitPage(viewer, filter))()).rejects.toMatchObject({ status: 403 });
    }
  });
});

describe("the list of assigned employees", () => {
  const reviewer = (name: string) =>
    makeViewer("employee", { name, disciplines: ["Structural", "Fire", "Civil", "Plumbing"] });
  const assigned = async (viewer = administrator) => (await list({}, viewer)).rows[0]?.assignedEmployees;

  test("contains each reviewer once, in the order of assignment", async () => {
    const permit = await make();
    const [sam, ann] = [await reviewer("Sam Reyes"), await reviewer("Ann Cole")];
    await assign(permit, sam, "Structural");
    await assign(permit, ann, "Fire");
    await assign(permit, sam, "Civil");
    expect(await assigned()).toEqual(["Sam Reyes", "Ann Cole"]);
    expect(await assigned(employee)).toEqual(["Sam Reyes", "Ann Cole"]);
  });

  test("contains two reviewers with the same name", async () => {
    const permit = await make();
    await assign(permit, await reviewer("Jo Lee"), "Structural");
    await assign(permit, await reviewer("Jo Lee"), "Fire");
    expect(await assigned()).toEqual(["Jo Lee", "Jo Lee"]);
  });

  test("leaves out reviewers of an earlier cycle", async () => {
    const permit = await make();
    await assign(permit, await reviewer("Early Bird"), "Structural");
    await updatePermit(administrator, permit.id, { reviewCycle: "PC2" });
    await assign(permit, await reviewer("Late Owl"), "Structural");
    expect(await assigned()).toEqual(["Late Owl"]);
  });

  test("shows the email address of a reviewer without a name", async () => {
    const permit = await make();
    const nameless = await reviewer("x");
    await write(async (tx) => {
      await tx.update(users).set({ firstName: null, lastName: null }).where(eq(users.id, nameless.id));
    });
    await assign(permit, nameless, "Fire");
    expect(await assigned()).toEqual([nameless.email]);
  });

  test("is left out for a city user", async () => {
    const permit = await make();
    await assign(permit, await reviewer("Hidden Name"), "Fire");
    expect(await assigned(cityUser)).toBeUndefined();
    expect(JSON.stringify(await list({}, cityUser))).not.toContain("Hidden");
  });
});

describe("the number of statements", () => {
  test.each<[number, PermitFilter]>([
    [3, {}],
    [3, { search: "N-1" }],
    [3, { search: "N-1", sort: "due" }],
    [3, { search: "N-" }],
  ])("is %i for one row and for ten: %j", async (statements, filter) => {
    const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
    await assign(await make({ cityPermitNumber: "N-100" }), reviewer, "Fire");
    const few = await statementsOf(() => list(filter));
    for (let index = 0; index < 11; index += 1)
      await assign(await make({ cityPermitNumber: `N-1${index}` }), reviewer, "Fire");
    const many = await statementsOf(() => list(filter));
    expect((await list(filter)).rows).toHaveLength(10);
    expect([few, many]).toEqual([statements, statements]);
  });
});

describe("more permits than a search counts", () => {
  beforeEach(async () => {
    const { id } = await make();
    await write(async (tx) => {
      const insertCopies = sql`
        with recursive numbers(number) as (
          select 1 union all select number + 1 from numbers where number <= ${countingLimit + 10}
        )
        insert into permits (
          city_id, permit_creation_year, urban37_permit_number, city_permit_number, status, review_cycle,
          creation_date, due_date, project_name, project_address, project_type, project_description,
          created_at, updated_at
        )
        select city_id, permit_creation_year, ${city.code} || '-BULK-' || number, 'BULK', status, review_cycle,
          creation_date, due_date, project_name, project_address, project_type, project_description,
          created_at, updated_at
        from permits, numbers where permits.id = ${id}
      `;
      await execute(tx, insertCopies);
    });
  });

  test("are counted up to the limit by a search, and exactly without one", async () => {
    const searched = await list({ search: `${city.code}-BULK` });
    expect(searched).toMatchObject({ total: countingLimit, isCapped: true });
    const all = await list({ page: 1e9 });
    expect(all).toMatchObject({ total: countingLimit + 12, isCapped: false });
    expect(all.page).toBe(102);
    expect(all.rows).toHaveLength(2);
  });

  test("are sorted among the newest only, by every order", async () => {
    const oldestFirst = await db
      .select({ id: permits.id })
      .from(permits)
      .where(eq(permits.cityId, city.id))
      .orderBy(asc(permits.id));
    const firstSorted = oldestFirst.length - countingLimit;
    const [tooOld, sorted] = [oldestFirst[firstSorted - 1], oldestFirst[firstSorted]];
    const bothIds = inArray(permits.id, [tooOld?.id ?? 0, sorted?.id ?? 0]);
    await write((tx) => tx.update(permits).set({ dueDate: "2020-01-01", status: "hold" }).where(bothIds));
    const filter = { search: `${city.code}-BULK` };
    const found = await list({ ...filter, sort: "due" });
    expect(found).toMatchObject({ total: countingLimit, isCapped: true });
    expect(found.rows[0]?.id).toBe(sorted?.id);
    expect(found.rows.map(({ id }) => id)).not.toContain(tooOld?.id);
    expect((await list({ ...filter, sort: "status", descending: true, page: 1e9 })).rows.at(-1)?.id).toBe(
      sorted?.id,
    );
    const held = await list({ ...filter, sort: "due", status: "hold" });
    expect(held.rows.map(({ id }) => id)).toEqual([tooOld?.id, sorted?.id]);
    expect(held.isCapped).toBe(false);
  });

  test("are all found and counted in the work of one reviewer", async () => {
    const few = await makeViewer("employee", { disciplines: ["Fire"] });
    const all = await makeViewer("employee", { disciplines: ["Civil"] });
    const oldest = db.select({ id: permits.id }).from(permits).where(eq(permits.cityId, city.id));
    const [first, second] = await oldest.orderBy(asc(permits.id)).offset(1).limit(2);
    await write(async (tx) => {
      const insertWork = (employeeId: number, discipline: Discipline, isChosen: SQL) => sql`
        insert into assignments (
          permit_id, employee_id, discipline, review_cycle, employee_due_date, status, completed_at,
          created_at, updated_at
        )
        select id, ${employeeId}, ${discipline}, review_cycle, due_date, 'completed', created_at, created_at, updated_at
        from permits where city_id = ${city.id} and ${isChosen}
      `;
      const isOfFew = inArray(permits.id, [first?.id ?? 0, second?.id ?? 0]);
      await execute(tx, insertWork(few.employeeId ?? 0, "Fire", isOfFew));
      await execute(tx, insertWork(all.employeeId ?? 0, "Civil", sql`1 = 1`));
    });
    const workOf = ({ employeeId }: Viewer, page?: number) =>
      listDashboardAssignments(administrator, { q: "BULK", employeeId: employeeId ?? 0, page }, today());
    expect(await workOf(few)).toMatchObject({ total: 2, isCapped: false });
    const last = await workOf(all, 1e9);
    expect(last).toMatchObject({ total: countingLimit + 11, isCapped: false, page: 102 });
    expect(last.rows).toHaveLength(1);
  });

  test("end with the page at the limit", async () => {
    const { page, total, rows } = await list({ search: `${city.code}-BULK`, page: 1e9 });
    expect(page).toBe(total / pageSize);
    expect(rows).toHaveLength(pageSize);
  });
});
