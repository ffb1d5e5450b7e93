import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { write } from "~/platform/db/db.server";
import { countPagedRows } from "~/platform/db/list.server";
import { daysAfter, execute, fiveDigits } from "~/testing/database";
import { maxRowsBetweenYields } from "~/testing/event-loop-turns";
import { queriesIn } from "~/testing/statements";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import type { PermitFilter } from "./permit-filter";
import { countingLimit, permitList } from "./permit-list.server";

let administrator: Viewer;
const many = 4000;

const isLate = (n: number) => (n * 31) % 97 > 50;

/**
 * Every tenth permit is a school and every hundredth of another city; numbers and due dates are in no order, and
 * those that are due late have an address of their own.
 */
beforeAll(async () => {
  administrator = await makeViewer("admin");
  const [city, other] = [await makeCity("Zephyr"), await makeCity("Alder")];
  const { id } = await makePermit(administrator, city.id);
  await write(async (tx) => {
    const insertMany = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${many - 1})
      insert into permits (city_id, permit_creation_year, urban37_permit_number, status, review_cycle, creation_date,
        due_date, project_name, project_address, project_type, project_description, created_at, updated_at)
      select case when n % 100 = 0 then ${other.id} else city_id end, 2026, 'OAK-' || ${fiveDigits(sql`n * 7919 % 10007`)},
        case when n % 3 = 0 then 'hold' else 'approved' end, 'PC1', creation_date,
        ${daysAfter("2026-01-01", sql`n * 31 % 97`)}, case when n % 10 = 0 then 'School' else 'House' end,
        case when n * 31 % 97 > 50 then 'Street Late' else 'Street' end,
        project_type, 'Text', created_at, updated_at from permits, numbers where permits.id = ${id}`;
    await execute(tx, insertMany);
  });
});

async function readAll(filter: PermitFilter) {
  const rows = [];
  for await (const batch of permitList(administrator, filter).all()) rows.push(...batch);
  return rows;
}

const late = Array.from({ length: many - 1 }, (_, index) => index + 1).filter(isLate).length;
const filters: [string, PermitFilter, number][] = [
  ["all permits", {}, many],
  ["all by number", { sort: "number" }, many],
  ["all by city", { sort: "city" }, many],
  ["all by status, descending", { sort: "status", descending: true }, many],
  ["those of a status by due date", { status: "hold", sort: "due" }, 1333],
  ["a search", { search: "Street" }, many],
  ["a search by due date", { search: "Street", sort: "due" }, many],
  ["a search of few by city, descending", { search: "School", sort: "city", descending: true }, 399],
  ["a search of those due late, by due date", { search: "Street Late", sort: "due" }, late],
  [
    "a search of those due late, the latest first",
    { search: "Street Late", sort: "due", descending: true },
    late,
  ],
  ["a search by status", { search: "Street", sort: "status" }, many],
  ["a search of a status by status", { search: "Street", status: "hold", sort: "status" }, 1333],
  ["a search of a status", { search: "School", status: "hold" }, 133],
  ["a search of two characters", { search: "OA", sort: "number" }, many - 1],
];

test.each(filters)("%s is read in few rows at once, in the order of the pages", async (_, filter, count) => {
  const list = permitList(administrator, filter);
  let rows: Awaited<ReturnType<typeof readAll>> = [];
  const most = await maxRowsBetweenYields(async () => {
    rows = await readAll(filter);
  });
  expect(most).toBeLessThanOrEqual(2000);
  expect(rows).toHaveLength(count);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(count);
  expect(await list.count()).toBe(count);
  const newest = rows
    .map(({ id }) => id)
    .sort((one, other) => other - one)
    .slice(0, filter.search ? countingLimit : count);
  const isCapped = newest.length < count;
  expect(await countPagedRows(list)).toEqual({ total: newest.length, isCapped });
  const inPages = rows.map(({ id }) => id).filter((id) => newest.includes(id));
  const last = Math.ceil(newest.length / 100);
  for (const page of [1, 2, last]) {
    const onPage = inPages.slice((page - 1) * 100, page * 100);
    expect((await list.page(page, 100)).map(({ id }) => id)).toEqual(onPage);
  }
  if (isCapped) await expect(list.page(last + 1, 100)).rejects.toMatchObject({ status: 400 });
  else expect(await list.page(last + 1, 100)).toEqual([]);
});

test("a sorted search lists its matches once, not for each batch or again for the count", async () => {
  const filter = { search: "Street", sort: "due" } as const;
  const searchesOf = async (run: () => Promise<unknown>) =>
    (await queriesIn(run)).filter(({ text }) => text.includes("match")).length;
  const once = await searchesOf(() => permitList(administrator, filter).count());
  expect(once).toBeLessThan(5);
  expect(await searchesOf(() => readAll(filter))).toBe(once);
  const list = permitList(administrator, filter);
  const page = async () => {
    await countPagedRows(list);
    await list.page(3, 10);
  };
  expect(await searchesOf(page)).toBeLessThanOrEqual(once);
  const all = async () => {
    await list.count();
    for await (const _ of list.all()) break;
  };
  expect(await searchesOf(all)).toBe(once);
});

test("a client that goes away ends the reading", async () => {
  const queries = await queriesIn(async () => {
    for await (const _ of permitList(administrator, {}).all()) break;
  });
  expect(queries.length).toBeLessThan(10);
});
