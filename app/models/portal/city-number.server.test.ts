import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeCity, makePeople, makePermit, makeViewer, type Somebody } from "~/testing/test-rows";
import { db, write } from "../db.server";
import { updatePermit } from "../permits/permit.server";
import { listPermits } from "../permits/permit-list.server";
import { permitHistory } from "../plan-review/permit-history.server";
import type { Viewer } from "../policy";
import { permits } from "../tables.server";
import { CityNumberForm } from "./city-number.form.server";
import { giveCityNumber } from "./city-number.server";

let people: Record<Somebody, Viewer>;
let colleague: Viewer;
let cityId: number;
let permit: { id: number; updatedAt: string };

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  people = await makePeople(cityId, (await makeCity()).id);
  colleague = await makeViewer("city", { cityId, name: "Cora Clerk" });
});

beforeEach(async () => {
  permit = await makePermit(people.administrator, cityId);
  await write((tx) => tx.update(permits).set({ cityPermitNumber: null }).where(eq(permits.id, permit.id)));
});

const stored = async () => (await db.select().from(permits).where(eq(permits.id, permit.id)))[0];
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (refusal) => refusal.status ?? refusal,
  );

describe("who may give a city's number", () => {
  test.each([
    ["administrator", "done"],
    ["cityUser", "done"],
    ["reviewer", 403],
    ["otherReviewer", 403],
    ["otherCitysUser", 404],
    ["noRole", 404],
  ] as const)("%s: %s", async (person, expected) => {
    expect(await outcome(giveCityNumber(people[person], permit.id, "B26-77"))).toBe(expected);
    expect((await stored())?.cityPermitNumber).toBe(expected === "done" ? "B26-77" : null);
  });

  test("nobody gives one to a permit that is not there", async () => {
    expect(await outcome(giveCityNumber(people.cityUser, 999_999, "B26-77"))).toBe(404);
  });
});

test("the number is recorded with who gave it, moves the row's version on, and staff find it", async () => {
  const given = await giveCityNumber(colleague, permit.id, "ZULU-26-77");
  expect(given.cityPermitNumber).toBe("ZULU-26-77");
  expect(given.updatedAt > permit.updatedAt).toBe(true);
  const [event] = await permitHistory(people.reviewer, permit.id);
  expect(event).toMatchObject({
    actorName: "Cora Clerk",
    action: "permit.updated",
    changes: { cityPermitNumber: [null, "ZULU-26-77"] },
  });
  expect((await listPermits(people.reviewer, { search: "ulu-26" })).rows).toMatchObject([{ id: permit.id }]);
});

test("an edit that was opened before it clashes, and names who gave it", async () => {
  await giveCityNumber(colleague, permit.id, "B26-77");
  await expect(
    updatePermit(people.administrator, permit.id, { projectName: "Other" }, permit.updatedAt),
  ).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("Cora Clerk changed this permit"),
  });
});

describe("a number that was given meanwhile", () => {
  const givers = {
    "by staff": () => updatePermit(people.administrator, permit.id, { cityPermitNumber: "FIRST-1" }),
    "by a colleague": () => giveCityNumber(colleague, permit.id, "FIRST-1"),
  };

  test.each(Object.entries(givers))("%s stays, and is shown at the field", async (_, give) => {
    await give();
    await expect(giveCityNumber(people.cityUser, permit.id, "SECOND-2")).rejects.toMatchObject({
      status: 409,
      fields: { cityPermitNumber: [expect.stringMatching(/FIRST-1.*Urban37/)] },
    });
    expect((await stored())?.cityPermitNumber).toBe("FIRST-1");
  });

  test("is no clash when it is the same: a form that was sent twice", async () => {
    const first = await giveCityNumber(people.cityUser, permit.id, "SAME-1");
    const second = await giveCityNumber(people.cityUser, permit.id, "SAME-1");
    expect(second.updatedAt).toBe(first.updatedAt);
    expect(await permitHistory(people.reviewer, permit.id)).toHaveLength(2);
  });

  test("when two are given at once one of them stays, and the other is told", async () => {
    const outcomes = await Promise.all(
      ["ONE-1", "TWO-2"].map((number) => outcome(giveCityNumber(people.cityUser, permit.id, number))),
    );
    expect(outcomes).toEqual(["done", 409]);
  });
});

describe("the form", () => {
  const problems = (cityPermitNumber?: string) =>
    CityNumberForm.safeParse({ cityPermitNumber }).error?.issues.map(({ message }) => message);

  test.each([undefined, "", "   "])("says of %j what the permit's form says", (typed) => {
    expect(problems(typed)).toEqual(["City permit number is required"]);
  });

  test("takes as long a number as the permit's form, without the spaces around it", () => {
    const longest = "9".repeat(100);
    expect(CityNumberForm.parse({ cityPermitNumber: ` ${longest} ` })).toEqual({ cityPermitNumber: longest });
    expect(problems(`${longest}9`)).toEqual(["Keep this to 100 characters or fewer"]);
  });
});
