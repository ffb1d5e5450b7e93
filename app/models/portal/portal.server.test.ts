import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { plansOf, statementsOf } from "~/testing/statements";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { updateCity } from "../cities/city.server";
import { now } from "../clock.server";
import { updatePermit } from "../permits/permit.server";
import { permitList } from "../permits/permit-list.server";
import { keepPlanCheckList } from "../plan-checks/listed-plan-check.server";
import type { Viewer } from "../policy";
import { cities, planChecks } from "../tables.server";
import {
  countHeldPermits,
  countPortalPermits,
  listPortalPermits,
  portalFieldsOf,
  readPortalCity,
  readPortalPermit,
} from "./portal.server";
import type { PortalFilter } from "./portal-filter";

keepPlanCheckList();

let administrator: Viewer;
let reviewer: Viewer;
let cityUser: Viewer;
let otherCityUser: Viewer;
let cityId: number;
let otherId: number;
const ids: Record<string, number> = {};

beforeAll(async () => {
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { name: "Rita Reviewer", disciplines: ["Fire"] });
  cityId = (await makeCity("Oakville")).id;
  otherId = (await makeCity("Riverton")).id;
  cityUser = await makeViewer("city", { cityId });
  otherCityUser = await makeViewer("city", { cityId: otherId });
  const create = async (name: string, fields: object = {}, permitCityId = cityId) => {
    const permit = await makePermit(administrator, permitCityId, { projectName: name, ...fields });
    ids[name] = permit.id;
    return permit;
  };
  await create("Approved", {
    status: "approved",
    cityPermitNumber: "B-100%",
    projectAddress: "12 Élan Court",
  });
  await create("Waiting", { cityPermitNumber: "B_200", revisionNumber: "rev2" });
  await assign(await create("Reviewed"), reviewer, "Fire");
  await create("Returned", { status: "resubmittal_required" });
  await create("Held", { status: "hold" });
  await create("Dropped", { status: "cancelled" });
  const earlier = await create("Earlier");
  await assign(earlier, reviewer, "Fire");
  await updatePermit(administrator, earlier.id, { reviewCycle: "PC2" });
  await assign(await create("Foreign", { status: "approved" }, otherId), reviewer, "Fire");
});

const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (refusal) => refusal.status ?? refusal,
  );
const list = async (filter: Partial<PortalFilter> = {}, viewer = cityUser, listedCityId = cityId) =>
  (await listPortalPermits(viewer, listedCityId, { show: 100, ...filter })).rows.map(
    ({ projectName }) => projectName,
  );

describe("the city of the portal", () => {
  test("is a city user's own city, with or without its id in the address", async () => {
    expect(await readPortalCity(cityUser, undefined)).toEqual({
      id: cityId,
      cityName: "Oakville",
      isActive: true,
      usesCorrections: false,
      logoUrl: null,
    });
    expect((await readPortalCity(cityUser, cityId)).id).toBe(cityId);
  });

  test("has a logo under /uploads", async () => {
    await write(
      async (tx) => void (await tx.update(cities).set({ logoPath: "a.webp" }).where(eq(cities.id, otherId))),
    );
    expect((await readPortalCity(otherCityUser, undefined)).logoUrl).toBe("/uploads/a.webp");
  });

  test("is the city in the address for an administrator", async () => {
    expect((await readPortalCity(administrator, otherId)).cityName).toBe("Riverton");
    expect(await statusOf(readPortalCity(administrator, undefined))).toBe(404);
    expect(await statusOf(readPortalCity(administrator, 999_999))).toBe(404);
  });

  test("is 404 for another city, and 403 for an employee and a user without a role or a city", async () => {
    expect(await statusOf(readPortalCity(cityUser, otherId))).toBe(404);
    expect(await statusOf(readPortalCity(reviewer, cityId))).toBe(403);
    expect(await statusOf(readPortalCity(await makeViewer(null, { cityId }), undefined))).toBe(403);
    expect(await statusOf(readPortalCity(await makeViewer("city"), undefined))).toBe(403);
  });
});

describe("the counts", () => {
  test("are by the city's statuses; in process depends on a reviewer in the current cycle", async () => {
    const expected = { total: 7, pending_review: 2, in_review: 3, approved: 1, rejected: 1, unknown: 0 };
    expect(await countPortalPermits(cityUser, cityId)).toEqual(expected);
    expect(await countPortalPermits(administrator, cityId)).toEqual(expected);
  });

  test("match the lists of the status filters", async () => {
    const counts = await countPortalPermits(cityUser, cityId);
    for (const status of ["pending_review", "in_review", "approved", "rejected"] as const)
      expect(await list({ status }), status).toHaveLength(counts[status]);
  });

  test("are zero for a city without permits, and refused for another city", async () => {
    const empty = (await makeCity()).id;
    expect(await countPortalPermits(administrator, empty)).toMatchObject({ total: 0, approved: 0 });
    expect(await statusOf(countPortalPermits(cityUser, otherId))).toBe(403);
  });

  test("need one query, and so does the list", async () => {
    expect(await statementsOf(() => countPortalPermits(cityUser, cityId))).toBe(1);
    expect(await statementsOf(() => list({ status: "in_review", search: "street" }))).toBe(1);
  });
});

describe("the list", () => {
  test("has only the city's permits, newest first", async () => {
    const names = ["Earlier", "Dropped", "Held", "Returned", "Reviewed", "Waiting", "Approved"];
    expect(await list()).toEqual(names);
    expect(await list({}, administrator)).toEqual(names);
    expect(await list({}, otherCityUser, otherId)).toEqual(["Foreign"]);
    expect(await statusOf(list({}, cityUser, otherId))).toBe(403);
    expect(await statusOf(list({}, reviewer))).toBe(403);
  });

  test("shows whether a reviewer is assigned, and never who", async () => {
    const { rows } = await listPortalPermits(cityUser, cityId, { show: 100 });
    expect(rows.filter(({ isAssigned }) => isAssigned).map(({ id }) => id)).toEqual([ids.Reviewed]);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
      "cityPermitNumber",
      "dueDate",
      "id",
      "isAssigned",
      "isHandedOver",
      "newestLetterId",
      "projectAddress",
      "projectName",
      "reviewCycle",
      "revisionNumber",
      "status",
      "urban37PermitNumber",
      "word",
    ]);
  });

  test.each([
    ["b-100", ["Approved"]],
    ["élan", ["Approved"]],
    ["RETURNED", ["Returned"]],
    ["return", ["Returned"]],
    ["100%", ["Approved"]],
    ["_200", ["Waiting"]],
    ['"', []],
    ["%", []],
    ["b_200", ["Waiting"]],
    ["elan", ["Approved"]],
    ["B26-1 OR", []],
    ["ÉLA", ["Approved"]],
    ["ÉL", ["Approved"]],
    ["\0", 7],
  ])("searches for %j in the numbers, the name and the address", async (search, expected) => {
    const found = await list({ search });
    if (typeof expected === "number") expect(found).toHaveLength(expected);
    else expect(found).toEqual(expected);
  });

  test("searches the provider's number as well, and not in another city", async () => {
    const [first, ...others] = (await listPortalPermits(cityUser, cityId, { show: 100 })).rows;
    expect(await list({ search: first?.urban37PermitNumber.toLowerCase() })).toEqual([first?.projectName]);
    expect(await list({ search: first?.urban37PermitNumber.slice(0, 2) })).toHaveLength(others.length + 1);
    expect(await list({ search: "Foreign" })).toEqual([]);
    expect(await list({ search: "Fo" })).toEqual([]);
  });

  test("finds as many permits as the API counts", async () => {
    for (const search of ["waiting", "B26", "élan", "b", "b2"])
      expect(await permitList(cityUser, { search }).count(), search).toBe((await list({ search })).length);
  });

  test.each([
    ["approved", ["Approved"]],
    ["pending_review", ["Earlier", "Waiting"]],
    ["in_review", ["Held", "Returned", "Reviewed"]],
    ["rejected", ["Dropped"]],
  ] as const)("filters by %s", async (status, expected) => {
    expect(await list({ status })).toEqual(expected);
    expect(await list({ status, search: "Waiting" })).toEqual(status === "pending_review" ? ["Waiting"] : []);
  });

  test("ends at the limit, and shows whether there are more", async () => {
    const { rows, hasMore } = await listPortalPermits(cityUser, cityId, { show: 6 });
    expect([rows.length, hasMore]).toEqual([6, true]);
    expect((await listPortalPermits(cityUser, cityId, { show: 7 })).hasMore).toBe(false);
  });

  test.each([
    {},
    { search: "street" },
    { search: "b" },
    { status: "in_review" },
    { status: "pending_review" },
  ] as const)("continues before a permit, with each listed once: %j", async (filter) => {
    const all = (await listPortalPermits(cityUser, cityId, { show: 100, ...filter })).rows;
    expect(all.length).toBeGreaterThan(1);
    const ids: number[] = [];
    for (let hasMore = true; hasMore; ) {
      const page = await listPortalPermits(cityUser, cityId, { ...filter, show: 1, before: ids.at(-1) });
      ids.push(...page.rows.map(({ id }) => id));
      hasMore = page.hasMore;
    }
    expect(ids).toEqual(all.map(({ id }) => id));
  });

  test("notes that a search is short", async () => {
    const noteOf = async (search?: string) =>
      (await listPortalPermits(cityUser, cityId, { show: 1, search })).note !== undefined;
    expect(await Promise.all([noteOf(), noteOf("b2"), noteOf("b26")])).toEqual([false, true, false]);
  });
});

describe("a permit", () => {
  const fields = async (viewer: Viewer, id = 0) => portalFieldsOf(await readPortalPermit(viewer, id));

  test("can be read by its city and an administrator, with its badge", async () => {
    const id = ids.Returned ?? 0;
    const expected = { id, badge: { label: "In Review", second: { label: "Resubmittal required" } } };
    expect(await fields(cityUser, id)).toMatchObject(expected);
    expect(await fields(administrator, id)).toMatchObject(expected);
    expect((await fields(cityUser, ids.Reviewed)).badge.value).toBe("in_review");
    expect((await fields(cityUser, ids.Earlier)).badge.value).toBe("pending_review");
  });

  test("of another city, or an unknown one, is the portal's 404", async () => {
    for (const id of [ids.Foreign ?? 0, 999_999, -1, Number.NaN]) {
      await expect(readPortalPermit(cityUser, id)).rejects.toMatchObject({
        status: 404,
        message: "Permit not found",
        details: {
          hint: "The permit you're looking for doesn't exist.",
          continueLink: { to: "/oakvilles", label: "Back to Portal" },
        },
      });
    }
  });

  test("is refused to an employee", async () => {
    expect(await statusOf(readPortalPermit(reviewer, ids.Returned ?? 0))).toBe(403);
  });
});

describe("the letters that wait", () => {
  const release = (
    name: string,
    handedOverOn: string | null,
    outcome: "corrections_required" | "approved" | "not_applicable" = "corrections_required",
  ) => {
    const state = outcome === "corrections_required" ? "released" : "closed";
    return write((tx) =>
      tx
        .update(planChecks)
        .set({ state, releasedAt: now(), outcome, handedOverOn })
        .where(eq(planChecks.permitId, ids[name] ?? 0)),
    );
  };
  const counts = async (viewer = cityUser, id = cityId) =>
    countHeldPermits(viewer, await readPortalCity(viewer, id));

  test("are counted and listed by whom they are with, together with the other filters", async () => {
    expect(await counts()).toBeNull();
    await updateCity(administrator, cityId, { usesCorrections: true });
    await vi.waitFor(
      async () => expect(await db.$count(planChecks, eq(planChecks.permitId, ids.Held ?? 0))).toBe(1),
      20_000,
    );
    expect(await counts()).toEqual({ city: 0, applicant: 0 });
    await release("Returned", null);
    await release("Held", null);
    await release("Waiting", "2026-11-19");
    expect(await counts()).toEqual({ city: 2, applicant: 1 });
    expect(await counts(administrator)).toEqual({ city: 2, applicant: 1 });
    expect(await list({ holder: "city" })).toEqual(["Held", "Returned"]);
    expect(await list({ holder: "applicant" })).toEqual(["Waiting"]);
    expect(await list({ holder: "city", before: ids.Held })).toEqual(["Returned"]);
    expect(await list({ holder: "city", search: "eturn" })).toEqual(["Returned"]);
    expect(await list({ holder: "city", search: "Waiting" })).toEqual([]);
    expect(await list({ holder: "city", status: "in_review" })).toEqual(["Held", "Returned"]);
    expect(await list({ holder: "applicant", status: "in_review" })).toEqual([]);
    const { rows, hasMore } = await listPortalPermits(cityUser, cityId, { show: 1, holder: "city" });
    expect([rows[0]?.word, hasMore]).toEqual(["with_city", true]);
    await updateCity(administrator, cityId, { usesCorrections: false });
    expect(await counts()).toEqual({ city: 2, applicant: 1 });
  });

  test("are with the city until the hand-over, also the ones that end the review", async () => {
    for (const outcome of ["approved", "not_applicable"] as const) {
      await release("Waiting", null, outcome);
      expect(await counts(), outcome).toEqual({ city: 3, applicant: 0 });
      expect(await list({ holder: "city" }), outcome).toEqual(["Held", "Returned", "Waiting"]);
      await release("Waiting", "2026-11-19", outcome);
      expect(await counts(), outcome).toEqual({ city: 2, applicant: 0 });
      expect(await list({ holder: "city" }), outcome).toEqual(["Held", "Returned"]);
    }
    await release("Waiting", null, "approved");
    await updatePermit(administrator, ids.Waiting ?? 0, { status: "cancelled" });
    expect(await counts()).toEqual({ city: 2, applicant: 0 });
    expect(await list({ holder: "city" })).toEqual(["Held", "Returned"]);
  });

  test.skipIf(isPostgres)("are found in indexes", async () => {
    const [page] = await plansOf(() => listPortalPermits(cityUser, cityId, { show: 10, holder: "city" }));
    const [, counted] = await plansOf(() => counts());
    for (const plan of [page, counted]) {
      expect(plan).toContain("listed_plan_checks_by_city (city_id=? AND word=?)");
      expect(plan).toContain("plan_checks_cycle (permit_id=? AND review_cycle=?)");
      expect(plan).not.toContain("SCAN listed");
    }
  });

  test("of another city are refused", async () => {
    expect(await statusOf(counts(otherCityUser, cityId))).toBe(404);
    expect(await counts(otherCityUser, otherId)).toBeNull();
  });
});
