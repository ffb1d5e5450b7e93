import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cities } from "~/models/tables.server";
import { db, write } from "~/platform/db/db.server";
import { requestPage } from "./page-request";
import { statementsIn } from "./statements";
import { signInCookie } from "./test-addresses";
import { makeCity, makeViewer } from "./test-rows";

test("each executed SELECT counts, also a prepared one; changes and transactions do not", async () => {
  const { id } = await makeCity();
  const prepared = db.select({ id: cities.id }).from(cities).where(eq(cities.id, id)).prepare();
  const executed = await statementsIn(async () => {
    await prepared.execute();
    await prepared.execute();
    await write(async (tx) => {
      await tx.select({ name: cities.cityName }).from(cities);
      await tx.update(cities).set({ cityName: "Elm" }).where(eq(cities.id, id)).returning();
    });
  });
  const byId = 'select "id" from "cities" where "cities"."id" = ?';
  const inOneForm = executed.map((text) => text.replace(/\+\?|\$1/, "?"));
  expect(inOneForm).toEqual([byId, byId, 'select "city_name" from "cities"']);
});

test("a page's statements include those of its session and its parent routes", async () => {
  const cookie = await signInCookie(await makeViewer("admin", { disciplines: ["Fire"] }));
  const statuses: number[] = [];
  const request = (address: string, cookie?: string) =>
    statementsIn(async () => {
      statuses.push((await requestPage(address, cookie)).status);
    });
  const [session, ...others] = await request("/permits", cookie);
  expect(session).toContain('from "sessions"');
  expect(others.length).toBeGreaterThan(0);
  expect(await request("/permits")).toEqual([]);
  expect(statuses).toEqual([200, 401]);
});
