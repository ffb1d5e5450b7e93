import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { type Connection, db, write } from "~/platform/db/db.server";
import { refused } from "~/testing/refusals";
import { makeCity, makeViewer } from "~/testing/test-rows";
import { cities, standardComments } from "../tables.server";
import { importStandardComments } from "./standard-comment-import.server";

type City = { id: number; code: string };

let city: City;
let other: City;

beforeEach(async () => {
  [city, other] = [await makeCity(), await makeCity()];
  await write((tx) => tx.delete(standardComments));
});

const header = ["discipline", "kind", "title", "code reference", "text", "city code"];

/** Imports a row for the code of the city in a request that arrives while another write changes the cities. */
async function importDuring(change: (tx: Connection) => Promise<unknown>) {
  const administrator = await makeViewer("admin");
  const row = ["Fire", "correction", "Exit width", "", "Provide 44 inches", city.code.toLowerCase()];
  const hasBegun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const changing = write(async (tx) => {
    hasBegun.resolve();
    await mayEnd.promise;
    await change(tx);
  });
  await hasBegun.promise;
  const importing = importStandardComments(administrator, [header, row], { updatesEqual: false });
  const result = importing.then(
    (value) => value,
    () => undefined,
  );
  // What the import reads before it waits for its lock, it has read now.
  await Promise.race([result, new Promise((resolve) => setTimeout(resolve, 50))]);
  mayEnd.resolve();
  await changing;
  return importing;
}

test("the code of a city that was just deleted is unknown", async () => {
  const imported = importDuring((tx) => tx.delete(cities).where(eq(cities.id, city.id)));
  expect(await refused(imported)).toEqual([
    400,
    { file: [`Row 2: City code "${city.code.toLowerCase()}" is not known`] },
  ]);
});

test("a code is of the city that has it when the rows are added", async () => {
  await importDuring(async (tx) => {
    await tx.update(cities).set({ urban37CityCode: "OLD" }).where(eq(cities.id, city.id));
    await tx.update(cities).set({ urban37CityCode: city.code }).where(eq(cities.id, other.id));
  });
  expect(await db.select({ cityId: standardComments.cityId }).from(standardComments)).toEqual([
    { cityId: other.id },
  ]);
});
