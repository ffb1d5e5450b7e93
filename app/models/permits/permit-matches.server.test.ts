import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { makeCity, makePermit, makeViewer, queriesOf } from "~/testing/test-rows";
import { db, write, writer } from "../db.server";
import type { Viewer } from "../policy";
import { listMatches } from "./permit-matches.server";

let administrator: Viewer;
let cityId: number;
const many = 12_000;

/** The words are at different places among the ids: `from` to `to`, every `step`th. */
const words = [
  { name: "Evenly", from: 0, to: many, step: 10 },
  { name: "Everywhere", from: 0, to: many, step: 1 },
  { name: "Newest", from: many - 3000, to: many, step: 1 },
  { name: "Oldest", from: 0, to: 6000, step: 1 },
  { name: "Seldom", from: 0, to: many, step: 1000 },
  { name: "Single", from: 7000, to: 7001, step: 1 },
  { name: "Absent", from: 0, to: 0, step: 1 },
];

/** Its newest twenty, far apart, do not show that thousands of neighbors follow, nor the other way around. */
const gaps = [
  { name: "Denser", sparse: [5000, many], dense: [0, 5000] },
  { name: "Sparser", sparse: [0, 11_900], dense: [11_900, many] },
] as const;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  cityId = (await makeCity("Oakville")).id;
  const { id } = await makePermit(administrator, cityId);
  const isIn = ([from, to]: readonly [number, number], step: number) =>
    sql`(n >= ${from} and n < ${to} and n % ${step} = 0)`;
  const texts = [
    ...words.map(({ name, from, to, step }) => [name, isIn([from, to], step)] as const),
    ...gaps.map(({ name, sparse, dense }) => [name, sql`${isIn(sparse, 300)} or ${isIn(dense, 1)}`] as const),
  ].map(([name, condition]) => sql`case when ${condition} then ${`${name} `} else '' end`);
  await write(async (tx) => {
    tx.run(sql`with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${many - 1})
      insert into permits (city_id, permit_creation_year, urban37_permit_number, status, review_cycle, creation_date,
        due_date, project_name, project_address, project_type, project_description, created_at, updated_at)
      select city_id, 2026, printf('MAN-%05d', n), case when n % 2 = 0 then 'hold' else 'approved' end, 'PC1',
        creation_date, due_date, 'Texts ' || ${sql.join(texts, sql` || `)}, 'Street', project_type, 'Text',
        created_at, updated_at
      from permits, numbers where permits.id = ${id}`);
  });
});

const names = [...words, ...gaps].map(({ name }) => name);
const limits = [1, 19, 20, 21, 300, 5000, Number.POSITIVE_INFINITY];

async function expectedIds(name: string, status?: string): Promise<number[]> {
  const isInScope = status ? sql`and status = ${status}` : sql``;
  const rows = db.values<[number]>(
    sql`select id from permits where project_name like ${`% ${name} %`} ${isInScope} order by id desc`,
  );
  return rows.map(([id]) => id);
}

test.each(names)("the newest matches of %s are listed, up to any limit", async (name) => {
  for (const status of [undefined, "hold"] as const) {
    const scope = { cityId, states: status && [{ status }] };
    const all = await expectedIds(name, status);
    for (const limit of limits) {
      const at = `${limit} ${status}`;
      expect(await listMatches(` ${name} `, scope, limit), at).toEqual(all.slice(0, limit));
    }
  }
});

/** Returns how many ids each statement of a search lists. */
async function listedBy(...search: Parameters<typeof listMatches>): Promise<number[]> {
  const queries = await queriesOf(() => listMatches(...search));
  return queries.map(({ text, values }) => {
    const lists = writer
      .prepare(text)
      .raw()
      .get(...values) as string[];
    return lists.flatMap((ids) => JSON.parse(ids)).length;
  });
}

test.each(names)(
  "a few statements list the newest matches of %s, without many more than wanted",
  async (name) => {
    const newest = await listedBy(` ${name} `, { cityId }, 1500);
    expect(newest.length).toBeLessThanOrEqual(2);
    expect(Math.max(...newest)).toBeLessThanOrEqual(20 + 4 * 1500);
    const all = await listedBy(` ${name} `, { cityId });
    expect(all.length).toBeLessThanOrEqual(5);
  },
);

test("fewer than twenty matches are listed by one statement", async () => {
  for (const name of ["Seldom", "Single", "Absent"])
    expect(await listedBy(` ${name} `, { cityId }), name).toHaveLength(1);
});
