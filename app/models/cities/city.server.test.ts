import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { readViewer, startSession } from "../accounts/session.server";
import { now } from "../clock.server";
import { db, write } from "../db.server";
import { deletePermit, updatePermit } from "../permits/permit.server";
import type { Viewer } from "../policy";
import { Refusal } from "../refusal";
import {
  auditEvents,
  cities,
  cityFees,
  cityPricing,
  permitCounts,
  permitNumberCounters,
  users,
} from "../tables.server";
import {
  cityOptions,
  countActiveCities,
  createCity,
  deleteCity,
  deletionBlocker,
  openCityOptions,
  readCity,
  updateCity,
} from "./city.server";

let administrator: Viewer;
let oakville: { id: number; code: string };
let other: { id: number; code: string };

beforeAll(async () => {
  administrator = await makeViewer("admin", { name: "Dana Price" });
  other = await makeCity("Brookfield");
});
beforeEach(async () => {
  oakville = await makeCity("Oakville");
});

let codes = 0;
const newCode = () => `Z${String(++codes).padStart(2, "0")}`;
const fields = () => ({ cityName: "Westlake", cityNumber: "31", urban37CityCode: newCode() });
const stored = async (id: number) => (await db.select().from(cities).where(eq(cities.id, id)))[0];
const deactivate = (id: number) => updateCity(administrator, id, { isActive: false });
const eventsOf = (id: number) =>
  db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.subject, "city"), eq(auditEvents.subjectId, id)));

async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof Refusal)) throw new Error(`Not a refusal: ${error}`);
  return error;
}

describe("who", () => {
  const commands: [string, (viewer: Viewer) => Promise<unknown>][] = [
    ["readCity", (viewer) => readCity(viewer, oakville.id)],
    ["createCity", (viewer) => createCity(viewer, fields())],
    ["updateCity", (viewer) => updateCity(viewer, oakville.id, { cityName: "Elsewhere" })],
    ["deleteCity", (viewer) => deleteCity(viewer, oakville.id)],
  ];

  test.each(commands)("%s is for administrators alone", async (_, command) => {
    for (const viewer of [
      await makeViewer("employee"),
      await makeViewer("city", { cityId: oakville.id }),
      await makeViewer("city", { cityId: other.id }),
      await makeViewer(null),
    ]) {
      const refusal = await refusalOf(command(viewer));
      expect(refusal.status).toBe(403);
      expect(refusal.details?.requiredRoles).toEqual(["Administrator"]);
    }
    expect(await stored(oakville.id)).toMatchObject({ cityName: "Oakville" });
    await command(administrator);
  });

  test("a city that is not there is 404 with a way back", async () => {
    for (const command of [readCity, deleteCity]) {
      const refusal = await refusalOf(command(administrator, 999_999));
      expect({ status: refusal.status, message: refusal.message }).toEqual({
        status: 404,
        message: "City Not Found",
      });
      expect(refusal.details?.continueLink?.to).toBe("/cities");
    }
  });
});

describe("a new city", () => {
  test("is active, its submissions start as approved, and it is recorded", async () => {
    const city = await createCity(administrator, fields());
    expect(await stored(city.id)).toMatchObject({ isActive: true, submissionStatus: "approved" });
    expect(await eventsOf(city.id)).toMatchObject([
      {
        action: "city.created",
        actorName: "Dana Price",
        changes: { cityName: [null, "Westlake"] },
      },
    ]);
  });

  test("is made once by one form, however often it is sent", async () => {
    const sent = { ...fields(), formKey: "the key of one form" };
    const [first, second] = await Promise.all([
      createCity(administrator, sent),
      createCity(administrator, sent),
    ]);
    expect(second.id).toBe(first.id);
    expect(await eventsOf(first.id)).toHaveLength(1);
  });

  test.each([(code: string) => code, (code: string) => code.toLowerCase()])(
    "with a taken code is refused at the field, with who has it",
    async (typed) => {
      const refusal = await refusalOf(
        createCity(administrator, { ...fields(), urban37CityCode: typed(oakville.code) }),
      );
      expect(refusal.status).toBe(409);
      expect(refusal.fields).toEqual({ urban37CityCode: ["Oakville has this code already"] });
    },
  );
});

describe("an edit", () => {
  test("changes what is given and is recorded with what was there", async () => {
    const before = await stored(oakville.id);
    const after = await updateCity(administrator, oakville.id, { managerName: "Harriet Coleman" });
    expect(after).toEqual({ ...before, managerName: "Harriet Coleman", updatedAt: after.updatedAt });
    expect(after.updatedAt > (before?.updatedAt ?? "")).toBe(true);
    expect((await eventsOf(oakville.id)).at(-1)).toMatchObject({
      action: "city.updated",
      changes: { managerName: [null, "Harriet Coleman"] },
    });
  });

  test("that changes nothing leaves no trace", async () => {
    const before = await stored(oakville.id);
    expect(await updateCity(administrator, oakville.id, { cityName: "Oakville" })).toEqual(before);
    expect(await eventsOf(oakville.id)).toEqual([]);
  });

  test("from an older version is refused with the row as it is, and one from the newest is not", async () => {
    const seen = (await stored(oakville.id))?.updatedAt;
    const current = await updateCity(administrator, oakville.id, { managerName: "Harriet" }, seen);
    const refusal = await refusalOf(updateCity(administrator, oakville.id, { managerName: "Gus" }, seen));
    expect(refusal.status).toBe(409);
    expect(refusal.message).toMatch(/^Dana Price changed this city on .+ Nothing of yours was saved yet\.$/);
    expect(refusal.details?.current).toEqual(current);
    await updateCity(administrator, oakville.id, { managerName: "Gus" }, current.updatedAt);
    expect(await stored(oakville.id)).toMatchObject({ managerName: "Gus" });
  });

  test("to another city's code is refused, to its own in other letters is not", async () => {
    const refusal = await refusalOf(updateCity(administrator, oakville.id, { urban37CityCode: other.code }));
    expect(refusal.fields).toEqual({ urban37CityCode: ["Brookfield has this code already"] });
    await updateCity(administrator, oakville.id, { urban37CityCode: oakville.code.toLowerCase() });
  });

  test("of the code leaves the numbers that were given, and the next one begins with the new", async () => {
    const earlier = await makePermit(administrator, oakville.id);
    const code = newCode();
    await updateCity(administrator, oakville.id, { urban37CityCode: code });
    const later = await makePermit(administrator, oakville.id);
    expect(earlier.urban37PermitNumber).toBe(`${oakville.code}-26-001`);
    expect(later.urban37PermitNumber).toBe(`${code}-26-002`);
  });
});

describe("an inactive city", () => {
  test("is not counted as active, and can be activated again", async () => {
    const before = await countActiveCities();
    await deactivate(oakville.id);
    expect(await countActiveCities()).toBe(before - 1);
    expect((await eventsOf(oakville.id)).at(-1)?.changes).toEqual({ isActive: [true, false] });
    await updateCity(administrator, oakville.id, { isActive: true });
    expect(await countActiveCities()).toBe(before);
  });

  test("takes no new permits, neither made nor moved, and those it has are edited as ever", async () => {
    const permit = await makePermit(administrator, oakville.id);
    const moved = await makePermit(administrator, other.id);
    await deactivate(oakville.id);
    const message = "Oakville is inactive and takes no new permits";
    for (const attempt of [
      makePermit(administrator, oakville.id),
      updatePermit(administrator, moved.id, { cityId: oakville.id }),
    ])
      expect((await refusalOf(attempt)).fields).toEqual({ cityId: [message] });
    const changes = { cityId: oakville.id, status: "hold" as const };
    expect(await updatePermit(administrator, permit.id, changes)).toMatchObject({ status: "hold" });
  });

  test("is not offered for a new permit, is for one it has, and stays in the filter, after the others", async () => {
    await deactivate(oakville.id);
    const option = { value: String(oakville.id), label: "Oakville" };
    expect(await openCityOptions(administrator)).not.toContainEqual(option);
    expect(await openCityOptions(administrator, oakville.id)).toContainEqual(option);
    const all = await cityOptions(administrator);
    const firstInactive = all.findIndex(({ value }) => value === String(oakville.id));
    expect(firstInactive).toBeGreaterThan(all.findIndex(({ label }) => label === "Brookfield"));
  });
});

describe("the choice of cities", () => {
  test("is for staff in a filter, and for administrators in a form", async () => {
    const option = { value: String(oakville.id), label: "Oakville" };
    expect(await cityOptions(await makeViewer("employee"))).toContainEqual(option);
    expect(await openCityOptions(await makeViewer("employee"))).toEqual([]);
    for (const viewer of [await makeViewer("city", { cityId: oakville.id }), await makeViewer(null)]) {
      expect(await cityOptions(viewer)).toEqual([]);
      expect(await openCityOptions(viewer)).toEqual([]);
    }
  });
});

describe("deleting a city", () => {
  const stamps = () => ({ createdAt: now(), updatedAt: now() });
  const charge = (cityId: number) =>
    write((tx) =>
      tx.insert(cityFees).values({
        cityId,
        serviceType: "review",
        description: "Plan review",
        amountCents: 100,
        status: "pending",
        dateCharged: "2026-11-01",
        ...stamps(),
      }),
    );

  test("takes its users, pricing and counters along; the record of it stays", async () => {
    const clerk = await makeViewer("city", { cityId: oakville.id, name: "Priya Nair" });
    const stray = await makeViewer(null, { cityId: oakville.id });
    const token = await write((tx) => startSession(tx, clerk.id, "Firefox"));
    await write((tx) =>
      tx.insert(cityPricing).values({
        cityId: oakville.id,
        serviceName: "Review",
        pricingType: "hourly",
        rate: 12_500,
        ...stamps(),
      }),
    );
    const permit = await makePermit(administrator, oakville.id);
    await deletePermit(administrator, permit.id);
    await write((tx) =>
      tx.insert(auditEvents).values({
        at: now(),
        actorId: clerk.id,
        actorName: "Priya Nair",
        action: "user.profile-updated",
        subject: "user",
        subjectId: clerk.id,
        changes: {},
      }),
    );

    await deleteCity(administrator, oakville.id);
    expect(await stored(oakville.id)).toBeUndefined();
    expect(await readViewer(token)).toBeNull();
    for (const table of [cityPricing, permitNumberCounters, permitCounts, users])
      expect(await db.select().from(table).where(eq(table.cityId, oakville.id))).toEqual([]);
    expect(await db.select().from(users).where(eq(users.id, stray.id))).toMatchObject([{ cityId: null }]);
    expect((await eventsOf(oakville.id)).at(-1)).toMatchObject({
      action: "city.deleted",
      changes: { cityName: ["Oakville", null] },
    });
    const ofClerk = await db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, "user"), eq(auditEvents.subjectId, clerk.id)));
    expect(ofClerk).toMatchObject([
      { action: "user.profile-updated", actorId: null, actorName: "Priya Nair" },
      { action: "user.deleted", actorName: "Dana Price" },
    ]);
  });

  test.each([
    [1, 0, "1 permit"],
    [2, 0, "2 permits"],
    [0, 1, "1 fee"],
    [1, 2, "1 permit and 2 fees"],
  ])("with %i permits and %i fees is refused with the reason", async (permits, fees, records) => {
    for (let made = 0; made < permits; made += 1) await makePermit(administrator, oakville.id);
    for (let made = 0; made < fees; made += 1) await charge(oakville.id);
    const reason = `Oakville has ${records} on record, so it cannot be deleted.`;
    const refusal = await refusalOf(deleteCity(administrator, oakville.id));
    expect({ status: refusal.status, message: refusal.message }).toEqual({ status: 409, message: reason });
    expect(await deletionBlocker({ id: oakville.id, cityName: "Oakville" })).toBe(reason);
    expect(await stored(oakville.id)).toBeDefined();
  });

  test("without either has nothing against it", async () => {
    await deactivate(oakville.id);
    expect(await deletionBlocker({ id: oakville.id, cityName: "Oakville" })).toBeNull();
    await deleteCity(administrator, oakville.id);
  });
});
