import { and, count, eq, inArray } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { eventsOf } from "~/testing/recorded-events";
import { plansOf } from "~/testing/statements";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { readViewer, startSession } from "../accounts/session.server";
import { recordEvents } from "../audit.server";
import { now } from "../clock.server";
import { dashboardStatistics } from "../dashboard/statistics.server";
import { updatePermit } from "../permits/permit.server";
import type { Viewer } from "../policy";
import { deletePermit } from "../records/permit-bin.server";
import { Refusal } from "../refusal";
import {
  auditEvents,
  binnedPermits,
  cities,
  cityFees,
  cityPricing,
  permitCounts,
  permitNumberCounters,
  planChecks,
  standardComments,
  users,
} from "../tables.server";
import {
  activeCityOptions,
  cityOptions,
  createCity,
  deleteCity,
  deletionOf,
  readCity,
  updateCity,
} from "./city.server";

let administrator: Viewer;
let oakville: { id: number; code: string };
let brookfield: { id: number; code: string };

beforeAll(async () => {
  administrator = await makeViewer("admin", { name: "Dana Price" });
  brookfield = await makeCity("Brookfield");
});
beforeEach(async () => {
  oakville = await makeCity("Oakville");
});

let holder: ReturnType<typeof createCity>;
beforeAll(() => {
  const named = { cityName: "Cañon Lake", cityNumber: "31", urban37CityCode: "CNL" };
  holder = createCity(administrator, named);
});

let codes = 0;
const newCode = () => `Z${String(++codes).padStart(2, "0")}`;
const fields = (code = newCode()) => ({
  cityName: `Westlake ${code}`,
  cityNumber: "31",
  urban37CityCode: code,
});
const stored = async (id: number) => (await db.select().from(cities).where(eq(cities.id, id)))[0];
const deactivate = (id: number) => updateCity(administrator, id, { isActive: false });

async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof Refusal)) throw new Error(`Not a refusal: ${error}`);
  return error;
}

describe("access", () => {
  const commands: [string, (viewer: Viewer) => Promise<unknown>][] = [
    ["readCity", (viewer) => readCity(viewer, oakville.id)],
    ["createCity", (viewer) => createCity(viewer, fields())],
    ["updateCity", (viewer) => updateCity(viewer, oakville.id, { cityName: "Elsewhere" })],
    ["deleteCity", (viewer) => deleteCity(viewer, oakville.id)],
  ];

  test.each(commands)("%s is for administrators only", async (_, command) => {
    for (const viewer of [
      await makeViewer("employee"),
      await makeViewer("city", { cityId: oakville.id }),
      await makeViewer("city", { cityId: brookfield.id }),
      await makeViewer(null),
    ]) {
      const refusal = await refusalOf(command(viewer));
      expect(refusal.status).toBe(403);
      expect(refusal.details?.requiredRoles).toEqual(["Administrator"]);
    }
    expect(await stored(oakville.id)).toMatchObject({ cityName: "Oakville" });
    await command(administrator);
  });

  test("an unknown city is 404 with a link back to the list", async () => {
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

describe("a name that another city uses", () => {
  const same = [
    "Cañon Lake",
    "Can\u0303on Lake",
    "CANON LAKE",
    "Cañon\u00a0 Lake",
    "Ca\u200bñon\u200e La\u00adke",
    "Cañon-Lake.",
  ];
  const refused = { status: 409, fields: { cityName: ["Cañon Lake (CNL) already uses this name"] } };

  test.each(same)("is refused, however it is written: %s", async (cityName) => {
    const held = await stored((await holder).id);
    expect(held?.cityName).toBe("Cañon Lake");
    await expect(createCity(administrator, { ...fields(), cityName })).rejects.toMatchObject(refused);
    await expect(updateCity(administrator, oakville.id, { cityName })).rejects.toMatchObject(refused);
    expect(await stored(oakville.id)).toMatchObject({ cityName: "Oakville" });
  });

  test("is not that of a city whose name has more words, and a city may write its own in another way", async () => {
    await createCity(administrator, { ...fields(), cityName: "Cañon Lake 2" });
    const { id } = await holder;
    await updateCity(administrator, id, { cityName: "Canon Lake" });
    await updateCity(administrator, id, { cityName: "Cañon Lake" });
  });

  test("stays with two cities that have it already", async () => {
    const twin = await makeCity("Oakville");
    await updateCity(administrator, twin.id, { cityName: "OAKVILLE", managerName: "Mia" });
    expect(await stored(twin.id)).toMatchObject({ cityName: "OAKVILLE", managerName: "Mia" });
  });
});

describe("a new city", () => {
  test("is active, starts submissions as approved, and is recorded", async () => {
    const city = await createCity(administrator, { ...fields(), cityName: "Westlake" });
    expect(await stored(city.id)).toMatchObject({ isActive: true, submissionStatus: "approved" });
    expect(await eventsOf("city", city.id)).toMatchObject([
      {
        action: "city.created",
        actorName: "Dana Price",
        changes: { cityName: [null, "Westlake"] },
      },
    ]);
  });

  test("is created only once when its form is submitted again", async () => {
    const newCity = { ...fields(), formKey: "the key of one form" };
    const [first, second] = await Promise.all([
      createCity(administrator, newCity),
      createCity(administrator, newCity),
    ]);
    expect(second.id).toBe(first.id);
    expect(await eventsOf("city", first.id)).toHaveLength(1);
  });

  test.each([(code: string) => code, (code: string) => code.toLowerCase()])(
    "with a code in use is refused with a field error that names the other city",
    async (typed) => {
      const refusal = await refusalOf(
        createCity(administrator, { ...fields(), urban37CityCode: typed(oakville.code) }),
      );
      expect(refusal.status).toBe(409);
      expect(refusal.fields).toEqual({ urban37CityCode: ["Oakville already uses this code"] });
    },
  );
});

describe("an edit", () => {
  test("changes only the submitted fields and is recorded with the old and new values", async () => {
    const before = await stored(oakville.id);
    const after = await updateCity(administrator, oakville.id, { managerName: "Harriet Coleman" });
    expect(after).toEqual({ ...before, managerName: "Harriet Coleman", updatedAt: after.updatedAt });
    expect(after.updatedAt > (before?.updatedAt ?? "")).toBe(true);
    expect((await eventsOf("city", oakville.id)).at(-1)).toMatchObject({
      action: "city.updated",
      changes: { managerName: [null, "Harriet Coleman"] },
    });
  });

  test("without changes writes and records nothing", async () => {
    const before = await stored(oakville.id);
    expect(await updateCity(administrator, oakville.id, { cityName: "Oakville" })).toEqual(before);
    expect(await eventsOf("city", oakville.id)).toEqual([]);
  });

  test.skipIf(isPostgres)("of an outdated version finds the user who changed it by an index", async () => {
    const [, plan] = await plansOf(() =>
      updateCity(administrator, oakville.id, { managerName: "Gus" }, "2026-01-01").catch(() => undefined),
    );
    expect(plan).toBe("SEARCH audit_events USING INDEX audit_events_by_subject (subject=? AND subject_id=?)");
  });

  test("of an outdated version is refused with the current row, and of the latest one is accepted", async () => {
    const expectedVersion = (await stored(oakville.id))?.updatedAt;
    const current = await updateCity(administrator, oakville.id, { managerName: "Harriet" }, expectedVersion);
    const refusal = await refusalOf(
      updateCity(administrator, oakville.id, { managerName: "Gus" }, expectedVersion),
    );
    expect(refusal.status).toBe(409);
    expect(refusal.message).toMatch(/^Dana Price changed this city on .+ Your changes were not saved\.$/);
    expect(refusal.details?.current).toEqual(current);
    await updateCity(administrator, oakville.id, { managerName: "Gus" }, current.updatedAt);
    expect(await stored(oakville.id)).toMatchObject({ managerName: "Gus" });
  });

  test("to another city's code is refused, to its own in lower case is accepted", async () => {
    const refusal = await refusalOf(
      updateCity(administrator, oakville.id, { urban37CityCode: brookfield.code }),
    );
    expect(refusal.fields).toEqual({ urban37CityCode: ["Brookfield already uses this code"] });
    await updateCity(administrator, oakville.id, { urban37CityCode: oakville.code.toLowerCase() });
  });

  test("of the code keeps existing permit numbers, and the next number begins with the new code", async () => {
    const earlier = await makePermit(administrator, oakville.id);
    const code = newCode();
    await updateCity(administrator, oakville.id, { urban37CityCode: code });
    const later = await makePermit(administrator, oakville.id);
    expect(earlier.urban37PermitNumber).toBe(`${oakville.code}-26-001`);
    expect(later.urban37PermitNumber).toBe(`${code}-26-002`);
  });
});

describe("the switch for corrections", () => {
  test("is off in a new city unless it is set, and is recorded", async () => {
    expect((await createCity(administrator, fields())).usesCorrections).toBe(false);
    expect((await createCity(administrator, { ...fields(), usesCorrections: true })).usesCorrections).toBe(
      true,
    );
    await updateCity(administrator, oakville.id, { usesCorrections: true });
    expect((await eventsOf("city", oakville.id)).at(-1)).toMatchObject({
      action: "city.updated",
      changes: { usesCorrections: [false, true] },
    });
  });

  test("sets the status of submissions to In Process unless the same change has another", async () => {
    const statusAfter = async (changes: Parameters<typeof updateCity>[2]) =>
      (await updateCity(administrator, oakville.id, changes)).submissionStatus;
    expect(await statusAfter({ usesCorrections: true })).toBe("in_process");
    // Chosen later, or by a city that uses corrections already.
    expect(await statusAfter({ submissionStatus: "approved" })).toBe("approved");
    expect(await statusAfter({ usesCorrections: true, letterCodes: "CBC" })).toBe("approved");
    expect(await statusAfter({ usesCorrections: false })).toBe("approved");
    expect(await statusAfter({ usesCorrections: true, submissionStatus: "hold" })).toBe("hold");
    const created = (changes: object) => createCity(administrator, { ...fields(), ...changes });
    expect((await created({})).submissionStatus).toBe("approved");
    expect((await created({ usesCorrections: true })).submissionStatus).toBe("in_process");
    const chosen = await created({ usesCorrections: true, submissionStatus: "approved" });
    expect(chosen.submissionStatus).toBe("approved");
  });

  test("opens plan checks after the city was saved, and again each time it is switched on", async () => {
    const { id: permitId } = await makePermit(administrator, oakville.id);
    const opened = () => db.$count(planChecks, eq(planChecks.permitId, permitId));
    for (const cycle of ["PC1", "PC2"] as const) {
      await updatePermit(administrator, permitId, { reviewCycle: cycle });
      await updateCity(administrator, oakville.id, { usesCorrections: true });
      await vi.waitFor(async () => expect(await opened()).toBe(cycle === "PC1" ? 1 : 2), 20_000);
      await updateCity(administrator, oakville.id, { usesCorrections: false });
    }
  });
});

describe("the settings of letters", () => {
  const settings = {
    fullName: "Municipality of Oakville",
    letterNamesReviewers: true,
    letterContact: "Building counter\n(707) 555-0123",
    letterCodes: "2025 California Building Standards Code",
    approvalWording: "recommended",
  } as const;

  test("are those of a plain letter in a new city unless they are set", async () => {
    expect(await createCity(administrator, fields())).toMatchObject({
      fullName: null,
      letterNamesReviewers: false,
      letterContact: null,
      letterCodes: null,
      approvalWording: "approved",
    });
    expect(await createCity(administrator, { ...fields(), ...settings })).toMatchObject(settings);
  });

  test("change alone or together, and are recorded", async () => {
    await updateCity(administrator, oakville.id, settings);
    expect((await eventsOf("city", oakville.id)).at(-1)).toMatchObject({
      action: "city.updated",
      changes: {
        fullName: [null, settings.fullName],
        letterNamesReviewers: [false, true],
        letterContact: [null, settings.letterContact],
        letterCodes: [null, settings.letterCodes],
        approvalWording: ["approved", "recommended"],
      },
    });
    expect(await updateCity(administrator, oakville.id, { letterContact: null })).toMatchObject({
      ...settings,
      letterContact: null,
    });
    expect((await eventsOf("city", oakville.id)).at(-1)?.changes).toEqual({
      letterContact: [settings.letterContact, null],
    });
  });
});

describe("an inactive city", () => {
  test("is not counted as active, and can be activated again", async () => {
    const activeCities = async () => (await dashboardStatistics(administrator)).activeCities;
    const before = await activeCities();
    await deactivate(oakville.id);
    expect(await activeCities()).toBe(before - 1);
    expect((await eventsOf("city", oakville.id)).at(-1)?.changes).toEqual({ isActive: [true, false] });
    await updateCity(administrator, oakville.id, { isActive: true });
    expect(await activeCities()).toBe(before);
  });

  test("accepts no new or moved permits, and its existing permits can be edited", async () => {
    const permit = await makePermit(administrator, oakville.id);
    const moved = await makePermit(administrator, brookfield.id);
    await deactivate(oakville.id);
    const message = "Oakville is inactive and accepts no new permits";
    for (const attempt of [
      () => makePermit(administrator, oakville.id),
      () => updatePermit(administrator, moved.id, { cityId: oakville.id }),
    ])
      expect((await refusalOf(attempt())).fields).toEqual({ cityId: [message] });
    const changes = { cityId: oakville.id, status: "hold" as const };
    expect(await updatePermit(administrator, permit.id, changes)).toMatchObject({ status: "hold" });
  });

  test("is offered only for its existing permits, and is listed in the filter after the active cities", async () => {
    await deactivate(oakville.id);
    const option = { value: String(oakville.id), label: "Oakville" };
    expect(await activeCityOptions(administrator)).not.toContainEqual(option);
    expect(await activeCityOptions(administrator, oakville.id)).toContainEqual(option);
    const options = await cityOptions(administrator);
    const firstInactive = options.findIndex(({ value }) => value === String(oakville.id));
    expect(firstInactive).toBeGreaterThan(options.findIndex(({ label }) => label === "Brookfield"));
  });
});

describe("the options of cities", () => {
  test("are for staff in a filter, and for administrators in a form", async () => {
    const option = { value: String(oakville.id), label: "Oakville" };
    const filter = await cityOptions(await makeViewer("employee"));
    expect(filter).toContainEqual(option);
    expect(await activeCityOptions(await makeViewer("employee"))).toEqual([]);
    for (const viewer of [await makeViewer("city", { cityId: oakville.id }), await makeViewer(null)]) {
      expect(await cityOptions(viewer)).toEqual([]);
      expect(await activeCityOptions(viewer)).toEqual([]);
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

  test("deletes its users, pricing and counters, and keeps the audit record", async () => {
    const clerk = await makeViewer("city", { cityId: oakville.id, name: "Priya Nair" });
    const userWithoutRole = await makeViewer(null, { cityId: oakville.id });
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
    await write((tx) => tx.delete(binnedPermits));
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
    expect(await db.select().from(users).where(eq(users.id, userWithoutRole.id))).toMatchObject([
      { cityId: null },
    ]);
    expect((await eventsOf("city", oakville.id)).at(-1)).toMatchObject({
      action: "city.deleted",
      changes: { cityName: ["Oakville", null] },
    });
    const clerkEvents = await db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, "user"), eq(auditEvents.subjectId, clerk.id)));
    expect(clerkEvents).toMatchObject([
      { action: "user.profile-updated", actorId: null, actorName: "Priya Nair" },
      { action: "user.deleted", actorName: "Dana Price" },
    ]);
  });

  test.each([
    [1, 0, "1 permit"],
    [2, 0, "2 permits"],
    [0, 1, "1 fee"],
    [1, 2, "1 permit and 2 fees"],
  ])("with %i permits and %i fees is refused with a reason", async (permits, fees, records) => {
    for (let created = 0; created < permits; created += 1) await makePermit(administrator, oakville.id);
    for (let created = 0; created < fees; created += 1) await charge(oakville.id);
    const reason = `Oakville has ${records} on record, so it cannot be deleted.`;
    const refusal = await refusalOf(deleteCity(administrator, oakville.id));
    expect({ status: refusal.status, message: refusal.message }).toEqual({ status: 409, message: reason });
    expect((await deletionOf({ id: oakville.id, cityName: "Oakville" })).deletionBlocker).toBe(reason);
    expect(await stored(oakville.id)).toBeDefined();
  });

  test("without permits and fees is possible", async () => {
    await deactivate(oakville.id);
    expect((await deletionOf({ id: oakville.id, cityName: "Oakville" })).deletionBlocker).toBeNull();
    await deleteCity(administrator, oakville.id);
  });

  describe("whose users have a long history together", () => {
    let clerks: Viewer[];
    const eventsByClerks = () =>
      db
        .select({ actorName: auditEvents.actorName, events: count() })
        .from(auditEvents)
        .where(
          and(
            eq(auditEvents.action, "session.ended"),
            inArray(
              auditEvents.subjectId,
              clerks.map(({ id }) => id),
            ),
          ),
        )
        .groupBy(auditEvents.actorName)
        .orderBy(auditEvents.actorName);
    const rowsOfClerks = () =>
      Promise.all(clerks.map(({ id }) => db.$count(auditEvents, eq(auditEvents.actorId, id))));

    beforeEach(async () => {
      clerks = [
        await makeViewer("city", { cityId: oakville.id, name: "Carl Clerk" }),
        await makeViewer("city", { cityId: oakville.id, name: "Priya Nair" }),
      ];
      for (const clerk of clerks) {
        const events = Array.from({ length: 150 }, () => ({ subjectId: clerk.id, changes: {} }));
        await write((tx) => recordEvents(tx, clerk, "session.ended", events));
      }
    });

    test("lets other writes in before, deletes them, and keeps their names in it", async () => {
      const deletion = deleteCity(administrator, oakville.id);
      const next = await write((tx) => tx.select().from(users).where(eq(users.cityId, oakville.id)));
      expect(next).toHaveLength(2);
      await deletion;
      expect(await stored(oakville.id)).toBeUndefined();
      expect(await rowsOfClerks()).toEqual([0, 0]);
      expect(await eventsByClerks()).toEqual([
        { actorName: "Carl Clerk", events: 150 },
        { actorName: "Priya Nair", events: 150 },
      ]);
    });

    test("changes nothing if it is refused", async () => {
      await makePermit(administrator, oakville.id);
      expect((await refusalOf(deleteCity(administrator, oakville.id))).status).toBe(409);
      expect(await rowsOfClerks()).toEqual([150, 150]);
    });
  });

  test("counts its own standard comments, and records that each is deleted", async () => {
    const ofCity = (cityId: number | null, title: string) => ({
      ...({ discipline: "Fire", kind: "note", text: "A note" } as const),
      ...{ cityId, title, createdAt: now(), updatedAt: now() },
    });
    const rows = [
      ...Array.from({ length: 1001 }, (_, index) => ofCity(oakville.id, `Title ${index}`)),
      ofCity(brookfield.id, "Of another city"),
      ofCity(null, "Of every city"),
    ];
    await write((tx) => tx.insert(standardComments).values(rows));
    expect((await deletionOf({ id: oakville.id, cityName: "Oakville" })).standardComments).toBe(1001);
    await deleteCity(administrator, oakville.id);
    expect((await db.select().from(standardComments)).map(({ title }) => title)).toEqual([
      "Of another city",
      "Of every city",
    ]);
    const events = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, "standard-comment.deleted"));
    expect(events).toHaveLength(1001);
    // A database deletes rows in any order.
    const first = events.find(({ changes }) => JSON.stringify(changes).includes(`"Title 0"`));
    expect(first).toMatchObject({ actorId: administrator.id, changes: { title: ["Title 0", null] } });
  });
});
