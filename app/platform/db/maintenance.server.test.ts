import { expect, test } from "vitest";
import { permitList } from "~/models/permits/permit-list.server";
import { signInFailures } from "~/models/tables.server";
import { observingTurns } from "~/testing/event-loop-turns";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { write, writer } from "./db.server";
import { maintainDatabase } from "./maintenance.server";

const one = (statement: string) => writer.prepare(statement).pluck().get();
const segments = () =>
  ["permit_search", "city_permit_search"].map((search) =>
    one(`SELECT count(DISTINCT segid) FROM ${search}_idx`),
  );
const statistics = () => one("SELECT stat FROM sqlite_stat1 WHERE idx = 'sign_in_failures_address'");

const insertFailures = (number: number) =>
  write((tx) =>
    tx.insert(signInFailures).values(
      Array.from({ length: number }, (_, index) => ({
        email: `${index}@city.test`,
        address: "203.0.113.1",
        at: "2026-11-20T20:00:00.000Z",
      })),
    ),
  );

test("tables that have grown are analyzed, in steps and without reading all of their rows", async () => {
  expect(statistics()).toBeUndefined();
  await insertFailures(1000);
  let turns = 0;
  const observe = () => {
    turns += 1;
  };
  await observingTurns(observe, maintainDatabase);
  expect(turns).toBeGreaterThan(2);
  // All rows have the same address, and 400 of them were read.
  expect(statistics()).toBe("1000 401 401");
  await insertFailures(10);
  await maintainDatabase();
  expect(statistics()).toBe("1000 401 401");
});

test("the segments of each search are merged, and it finds the same permits", async () => {
  const administrator = await makeViewer("admin");
  const city = await makeCity();
  for (let number = 1; number <= 3; number += 1) {
    await makePermit(administrator, city.id, { projectName: `Harbor Street ${number}` });
  }
  const search = "Harbor Street";
  const totals = async () => [
    await permitList(administrator, { search }).count(),
    await permitList(administrator, { search, cityId: city.id }).count(),
  ];
  expect([segments(), await totals()]).toEqual([
    [3, 3],
    [3, 3],
  ]);
  await maintainDatabase();
  expect([segments(), await totals()]).toEqual([
    [1, 1],
    [3, 3],
  ]);
});

test("a write that is sent during the maintenance is not lost", async () => {
  const before = Number(one("SELECT count(*) FROM sign_in_failures"));
  await Promise.all([maintainDatabase(), insertFailures(5), maintainDatabase(), insertFailures(5)]);
  expect(one("SELECT count(*) FROM sign_in_failures")).toBe(before + 10);
});
