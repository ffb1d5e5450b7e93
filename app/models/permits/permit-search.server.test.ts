import { type SQL, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db, rowsOf, write } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { searchText } from "~/platform/db/text-search.server";
import { execute, fiveDigits } from "~/testing/database";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import type { PermitStatus } from "./permit";
import { listMatchingIds, newestMatching, type SearchScope } from "./permit-search.server";

/** More than one step of a long list reads. */
const many = 10_500;

/** Which permits, numbered from 0, have a word in their name. */
const words = {
  Everywhere: sql`true`,
  Often: sql`n % 3 = 0`,
  Seldom: sql`n % 1000 = 0`,
  Newest: sql`n >= ${many - 30}`,
  Oldest: sql`n < 30`,
  Absent: sql`false`,
} satisfies Record<string, SQL>;
type Word = keyof typeof words;

let cityIds: number[];
let newestId: number;

beforeAll(async () => {
  const administrator = await makeViewer("admin");
  cityIds = [(await makeCity()).id, (await makeCity()).id, (await makeCity()).id];
  const [first = 0, largest = 0, last = 0] = cityIds;
  const { id } = await makePermit(administrator, largest);
  const texts = Object.entries(words).map(
    ([word, condition]) => sql`case when ${condition} then ${`${word} `} else '' end`,
  );
  await write(async (tx) => {
    const insertMany = sql`with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${many - 1})
      insert into permits (city_id, permit_creation_year, urban37_permit_number, status, review_cycle, creation_date,
        due_date, project_name, project_address, project_type, project_description, created_at, updated_at)
      select case n % 50 when 0 then ${first} when 1 then ${last} else city_id end, 2026, 'MAN-' || ${fiveDigits(sql`n`)},
        case when n % 2 = 0 then 'hold' else 'approved' end, 'PC1', creation_date, due_date,
        'Texts ' || ${sql.join(texts, sql` || `)}, 'Street', project_type, 'Text', created_at, updated_at
      from permits, numbers where permits.id = ${id}`;
    await execute(tx, insertMany);
  });
  newestId = id + many;
});

type Found = { id: number; city: number; status: string };

async function expectedIds(
  word: Word,
  { cityId, states }: SearchScope,
  before = Infinity,
): Promise<number[]> {
  const rows = await rowsOf<Found>(
    db,
    sql`select id, city_id as city, status from permits where project_name like ${`% ${word} %`} order by id desc`,
  );
  return rows
    .filter(({ city }) => cityId === undefined || city === cityId)
    .filter(({ status }) => !states || states.some((state) => state.status === status))
    .flatMap(({ id }) => (id < before ? id : []));
}

const statuses: (PermitStatus | undefined)[] = [undefined, "hold", "cancelled"];
const scopes = (): SearchScope[] =>
  [undefined, ...cityIds].flatMap((cityId) =>
    statuses.map((status) => ({ cityId, states: status && [{ status }] })),
  );

test.each(Object.keys(words) as Word[])(
  "the newest permits with the word %s are listed, in any scope and up to any limit",
  async (word) => {
    for (const scope of scopes()) {
      const all = await expectedIds(word, scope);
      for (const limit of [1, 20, 10_000, 10_001, Infinity]) {
        const at = JSON.stringify({ scope, limit });
        expect(await listMatchingIds(` ${word} `, scope, limit), at).toEqual(all.slice(0, limit));
      }
    }
  },
);

test("a query lists those before a permit, and an id that no permit has reaches no other city", async () => {
  for (const scope of scopes()) {
    for (const before of [1, newestId - 5000, newestId + 1, 2 ** 32 + 1, 2 ** 33, Number.MAX_SAFE_INTEGER]) {
      const found = await rowsOf<Found>(db, newestMatching(" Often ", scope, { limit: many, before }));
      const at = JSON.stringify({ scope, before });
      expect(
        found.map(({ id }) => id),
        at,
      ).toEqual(await expectedIds("Often", scope, before));
    }
  }
});

test("a city that does not exist has no matches, however large its id", async () => {
  for (const cityId of [0, 999, 2 ** 31, Number.MAX_SAFE_INTEGER])
    expect(await listMatchingIds("Often", { cityId }), `${cityId}`).toEqual([]);
});

describe("letters of all scripts", () => {
  const names = ["Ñandú—9", "½ № 7—B · café", "漢字ビル・東京 — ①", "Кафе Ёлка", "हिन्दी भवन", "a———b — c"];
  let cityId: number;
  let ids: number[];

  beforeAll(async () => {
    const administrator = await makeViewer("admin");
    cityId = (await makeCity()).id;
    ids = [];
    for (const projectName of names) ids.push((await makePermit(administrator, cityId, { projectName })).id);
  });

  test.each([
    ["Ñandú", 0],
    ["nandu-9", 0],
    ["cafe\u0301", 1],
    ["CAFE", 1],
    ["no 7-b", 1],
    ["漢字", 2],
    ["字ビル", 2],
    ["ル・東", 2],
    ["東京 漢", 2],
    ["елка", 3],
    ["हिन्", 4],
    ["a b c", 5],
    ["a—b", 5],
  ])("%s is found", async (search, index) => {
    expect(await listMatchingIds(searchText(search) ?? "", { cityId })).toEqual([ids[index]]);
  });

  test.each(["———", "\u{1f9f1}", "京都", "kafe"])("%s is not", async (search) => {
    expect(await listMatchingIds(search, { cityId })).toEqual([]);
  });

  test.runIf(isPostgres)("have an index, so that a search reads no other permits", async () => {
    for (const search of ["a", "de Luz", "Ñ — 9", "OAK-26-001", "漢字"]) {
      const query = newestMatching(search, {}, { limit: 20 });
      const plan = JSON.stringify(await rowsOf(db, sql`explain ${query}`));
      const indexes = new Set(plan.match(/\bon permits_\w*/g));
      expect([...indexes], search).toEqual(["on permits_folded_search"]);
    }
  });
});
