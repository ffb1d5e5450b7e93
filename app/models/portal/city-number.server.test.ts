import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { makeCity, makePeople, makePermit, makeViewer, type SignedInPerson } from "~/testing/test-rows";
import { updatePermit } from "../permits/permit.server";
import { permitHistory } from "../permits/permit-history.server";
import { permitList } from "../permits/permit-list.server";
import type { Permit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { permits } from "../tables.server";
import { CityNumberSchema } from "./submission.schema.server";
import { giveCityNumber } from "./submission.server";

let people: Record<SignedInPerson, Viewer>;
let colleague: Viewer;
let cityId: number;
let permit: Permit;

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
const resultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (refusal) => refusal.status ?? refusal,
  );

describe("setting the number", () => {
  test.each([
    ["administrator", "done"],
    ["cityUser", "done"],
    ["reviewer", 403],
    ["otherReviewer", 403],
    ["otherCitysUser", 404],
    ["noRole", 404],
  ] as const)("by %s returns %s", async (person, expected) => {
    expect(await resultOf(giveCityNumber(people[person], permit.id, "B26-77"))).toBe(expected);
    expect((await stored())?.cityPermitNumber).toBe(expected === "done" ? "B26-77" : null);
  });

  test("of an unknown permit returns 404", async () => {
    expect(await resultOf(giveCityNumber(people.cityUser, 999_999, "B26-77"))).toBe(404);
  });
});

test("setting the number records the user, updates the version of the permit, and makes the number searchable", async () => {
  const updated = await giveCityNumber(colleague, permit.id, "ZULU-26-77");
  expect(updated.cityPermitNumber).toBe("ZULU-26-77");
  expect(updated.updatedAt > permit.updatedAt).toBe(true);
  const [event] = await permitHistory(people.reviewer, permit);
  expect(event).toMatchObject({
    actorName: "Cora Clerk",
    action: "permit.updated",
    changes: { cityPermitNumber: [null, "ZULU-26-77"] },
  });
  expect(await permitList(people.reviewer, { search: "ulu-26" }).page(1, 10)).toMatchObject([
    { id: permit.id },
  ]);
});

test("an edit opened before the number was set gets an edit conflict that names the user", async () => {
  await giveCityNumber(colleague, permit.id, "B26-77");
  await expect(
    updatePermit(people.administrator, permit.id, { projectName: "Other" }, permit.updatedAt),
  ).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("Cora Clerk changed this permit"),
  });
});

describe("a number that was set concurrently", () => {
  const changes = {
    "by staff": () => updatePermit(people.administrator, permit.id, { cityPermitNumber: "FIRST-1" }),
    "by a colleague": () => giveCityNumber(colleague, permit.id, "FIRST-1"),
  };

  test.each(Object.entries(changes))("%s remains, and the field error names it", async (_, change) => {
    await change();
    await expect(giveCityNumber(people.cityUser, permit.id, "SECOND-2")).rejects.toMatchObject({
      status: 409,
      fields: { cityPermitNumber: [expect.stringMatching(/FIRST-1.*Urban37/)] },
    });
    expect((await stored())?.cityPermitNumber).toBe("FIRST-1");
  });

  test("is no conflict if it is the same, for example when a form is submitted again", async () => {
    const first = await giveCityNumber(people.cityUser, permit.id, "SAME-1");
    const second = await giveCityNumber(people.cityUser, permit.id, "SAME-1");
    expect(second.updatedAt).toBe(first.updatedAt);
    expect(await permitHistory(people.reviewer, permit)).toHaveLength(2);
  });

  test("is the first of two that are submitted at once; the second gets 409", async () => {
    const results = await Promise.all(
      ["ONE-1", "TWO-2"].map((number) => resultOf(giveCityNumber(people.cityUser, permit.id, number))),
    );
    expect(results).toEqual(["done", 409]);
  });
});

describe("the form", () => {
  const problems = (cityPermitNumber?: string) =>
    CityNumberSchema.safeParse({ cityPermitNumber }).error?.issues.map(({ message }) => message);

  test.each([undefined, "", "   "])("refuses %j with the same message as the permit's form", (typed) => {
    expect(problems(typed)).toEqual(["City permit number is required"]);
  });

  test("accepts up to 100 characters, and trims spaces", () => {
    const longest = "9".repeat(100);
    expect(CityNumberSchema.parse({ cityPermitNumber: ` ${longest} ` })).toEqual({
      cityPermitNumber: longest,
    });
    expect(problems(`${longest}9`)).toEqual(["Keep this to 100 characters or fewer"]);
  });
});
