import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "~/models/accounts/api-key.server";
import { countingLimit } from "~/models/permits/permit-list.server";
import { write } from "~/platform/db/db.server";
import { daysAfter, execute, fiveDigits } from "~/testing/database";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { startApi } from "~/testing/test-server";

let server: Awaited<ReturnType<typeof startApi>>;
let key: string;
const total = countingLimit + 5;

/** All permits are schools but the newest, and the oldest of them are due first. */
beforeAll(async () => {
  server = await startApi();
  const administrator = await makeViewer("admin");
  key = (await createApiKey(administrator, { name: "Searching", isReadOnly: true })).key ?? "";
  const { id } = await makePermit(administrator, (await makeCity()).id, { projectName: "School 1" });
  await write(async (tx) => {
    const insertCopies = sql`with recursive numbers (n) as (select 2 union all select n + 1 from numbers where n < ${total})
      insert into permits (city_id, permit_creation_year, urban37_permit_number, status, review_cycle, creation_date,
        due_date, project_name, project_address, project_type, project_description, created_at, updated_at)
      select city_id, 2026, 'SCH-' || ${fiveDigits(sql`n`)}, status, 'PC1', creation_date,
        ${daysAfter("2030-01-01", sql`n`)}, 'School ' || n, 'Street', project_type, 'Text', created_at, updated_at
      from permits, numbers where permits.id = ${id}`;
    await execute(tx, insertCopies);
    await execute(tx, sql`update permits set due_date = '2030-01-02' where id = ${id}`);
  });
  await makePermit(administrator, (await makeCity()).id, { projectName: "House" });
});
afterAll(() => server.stop());

async function get(query: string) {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${server.origin}/api/permits?${query}`, { headers });
  return {
    status: response.status,
    total: response.headers.get("x-total-count"),
    isCapped: response.headers.get("x-total-capped"),
    content: await response.json(),
  };
}

const namesOf = (rows: { projectName: string }[]) => rows.map(({ projectName }) => projectName);
const schools = (...numbers: number[]) => numbers.map((number) => `School ${number}`);
const limit = String(countingLimit);

test("a page of a search counts up to the limit, and shows that there are more", async () => {
  const first = await get("search=School&pageSize=2");
  expect(first).toMatchObject({ status: 200, total: limit, isCapped: "true" });
  expect(namesOf(first.content)).toEqual(schools(total, total - 1));
});

test("the last pages of a search end at the limit", async () => {
  const last = await get("search=School&pageSize=2&page=500");
  expect(namesOf(last.content)).toEqual(schools(7, 6));
  const partial = await get("search=School&pageSize=30&page=34");
  expect(namesOf(partial.content)).toEqual(schools(15, 14, 13, 12, 11, 10, 9, 8, 7, 6));
});

test("a page after the limit is refused, with the way to the other permits", async () => {
  for (const order of ["", "&sort=due"]) {
    const { status, content } = await get(`search=School&pageSize=2&page=501${order}`);
    expect(status).toBe(400);
    expect(content.fields.page).toEqual([
      "Pages of a search have its newest 1,000 permits. Narrow the search, or leave out page and pageSize for all of them.",
    ]);
  }
});

test("a page of a sorted search sorts the newest permits up to the limit", async () => {
  const first = await get("search=School&sort=due&pageSize=2");
  expect(first).toMatchObject({ total: limit, isCapped: "true" });
  expect(namesOf(first.content)).toEqual(schools(6, 7));
  expect(namesOf((await get("search=School&sort=-due&pageSize=2&page=500")).content)).toEqual(schools(7, 6));
});

test("a search without paging returns and sorts every match", async () => {
  const all = await get("search=School&sort=due");
  expect(all).toMatchObject({ status: 200, total: String(total), isCapped: "false" });
  expect(new Set(namesOf(all.content)).size).toBe(total);
  expect(namesOf(all.content.slice(0, 2)).sort()).toEqual(schools(1, 2));
});

test("pages of a search below the limit, and of no search, are counted exactly and end with an empty page", async () => {
  const exact = { status: 200, isCapped: "false" };
  expect(await get("search=School 99&pageSize=10")).toMatchObject({ ...exact, total: "11" });
  expect(await get("search=School 99&pageSize=100&page=2")).toMatchObject({ ...exact, content: [] });
  expect(await get("pageSize=1")).toMatchObject({ ...exact, total: String(total + 1) });
  const last = await get(`pageSize=1&page=${total + 1}`);
  expect(namesOf(last.content)).toEqual(schools(1));
  expect((await get(`pageSize=1&page=${total + 2}`)).content).toEqual([]);
});
