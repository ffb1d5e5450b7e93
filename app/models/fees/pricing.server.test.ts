import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/platform/db/db.server";
import { makeCity, makeViewer } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import { auditEvents, cityPricing } from "../tables.server";
import { PricingEditSchema, PricingSchema } from "./pricing.schema.server";
import { createPricing, deletePricing, listPricing, updatePricing } from "./pricing.server";

let administrator: Viewer;
let others: Viewer[];
let cityId: number;
let otherCityId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin");
});

beforeEach(async () => {
  cityId = (await makeCity()).id;
  otherCityId = (await makeCity()).id;
  others = [
    await makeViewer("employee", { disciplines: ["Fire"] }),
    await makeViewer("city", { cityId }),
    await makeViewer(null),
  ];
});

const typed = { serviceName: "Plan review", pricingType: "hourly", rate: "$125.00/hr", isActive: true };
const add = (changes: object = {}, viewer = administrator, city = cityId) =>
  createPricing(viewer, city, PricingSchema.parse({ ...typed, ...changes }));
const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (refusal) => refusal.status ?? refusal,
  );
const eventsOf = (action: string, id: number) =>
  db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.action, action), eq(auditEvents.subjectId, id)));

/** The message of each field. */
const messagesOf = (
  fields: object,
  schema: typeof PricingSchema | typeof PricingEditSchema = PricingSchema,
) =>
  Object.fromEntries(
    schema.safeParse(fields).error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [],
  );

describe("the form", () => {
  test("shows all missing fields at once", () => {
    expect(messagesOf({})).toEqual({
      serviceName: "Service name is required",
      pricingType: "Pricing type is required",
      rate: "Rate is required",
    });
    expect(messagesOf({ serviceName: "  ", pricingType: "daily", rate: " " })).toEqual({
      serviceName: "Service name is required",
      pricingType: "Pricing type is required",
      rate: "Rate is required",
    });
  });

  test.each([
    ["percentage", "101", "A percentage is between 0 and 100"],
    ["percentage", "-1", "A percentage is between 0 and 100"],
    ["percentage", "12.345", "Use two decimals at most: a percentage like 5.50"],
    ["percentage", "abc", "Enter a percentage like 5.50"],
    ["hourly", "1e9", "Enter an hourly rate like 125.00"],
    ["hourly", "-1", "An hourly rate is between $0.00 and $99,999.99"],
    ["hourly", "5%", "Enter an hourly rate like 125.00"],
  ])("refuses the %s rate %s", (pricingType, rate, message) => {
    expect(messagesOf({ ...typed, pricingType, rate })).toEqual({ rate: message });
    const edited = { ...typed, pricingType, rate, updatedAt: "2026-11-20T20:00:00.000Z" };
    expect(messagesOf(edited, PricingEditSchema)).toEqual({ rate: message });
  });

  test("shows an invalid rate together with other errors", () => {
    expect(messagesOf({ pricingType: "percentage", rate: "101" })).toEqual({
      serviceName: "Service name is required",
      rate: "A percentage is between 0 and 100",
    });
  });

  test("reads an unchecked checkbox as inactive", () => {
    const { isActive, ...unchecked } = typed;
    expect(PricingSchema.parse(unchecked)).toMatchObject({ isActive: false, rate: 12_500 });
  });
});

describe("a pricing configuration", () => {
  test("is created, listed by service, and recorded", async () => {
    const { id } = await add({ description: " by the quarter hour " });
    await add({ serviceName: "Expedited review", pricingType: "percentage", rate: "5.5%" });
    await add({}, administrator, otherCityId);
    expect(await listPricing(administrator, cityId)).toMatchObject([
      { serviceName: "Expedited review", rate: 550, description: null, isActive: true },
      { id, serviceName: "Plan review", rate: 12_500, description: "by the quarter hour" },
    ]);
    expect(await eventsOf("pricing.created", id)).toMatchObject([
      { actorId: administrator.id, changes: { rate: [null, 12_500], cityId: [null, cityId] } },
    ]);
  });

  test("is created only once when its form is submitted again", async () => {
    const formKey = `pricing-form-of-${cityId}`;
    const [first, second] = await Promise.all([add({ formKey }), add({ formKey })]);
    expect(second).toEqual(first);
    expect(await listPricing(administrator, cityId)).toHaveLength(1);
  });

  test("of an unknown city is 404", async () => {
    expect(await statusOf(add({}, administrator, 999_999))).toBe(404);
  });

  test("is changed in the submitted fields and recorded; an update without changes is not recorded", async () => {
    const { id } = await add();
    const changed = await updatePricing(administrator, cityId, id, { isActive: false });
    expect(changed).toMatchObject({ isActive: false, rate: 12_500 });
    expect(await updatePricing(administrator, cityId, id, { isActive: false })).toEqual(changed);
    expect(await eventsOf("pricing.updated", id)).toMatchObject([{ changes: { isActive: [true, false] } }]);
  });

  test("with an outdated version is refused, and the refusal has the current row", async () => {
    const { id } = await add();
    const [listed] = await listPricing(administrator, cityId);
    await updatePricing(administrator, cityId, id, { rate: 13_000 });
    const outdated = updatePricing(administrator, cityId, id, { rate: 14_000 }, listed?.updatedAt);
    await expect(outdated).rejects.toMatchObject({
      status: 409,
      details: { current: { id, rate: 13_000 } },
    });
    const [row] = await listPricing(administrator, cityId);
    await updatePricing(administrator, cityId, id, { rate: 14_000 }, row?.updatedAt);
    expect(await listPricing(administrator, cityId)).toMatchObject([{ rate: 14_000 }]);
  });

  test("is deleted and recorded, and afterwards 404", async () => {
    const { id } = await add();
    await deletePricing(administrator, cityId, id);
    expect(await listPricing(administrator, cityId)).toEqual([]);
    expect(await eventsOf("pricing.deleted", id)).toMatchObject([
      { changes: { serviceName: ["Plan review", null] } },
    ]);
    expect(await statusOf(deletePricing(administrator, cityId, id))).toBe(404);
  });

  test("of another city is 404 and unchanged", async () => {
    const { id } = await add();
    expect(await statusOf(updatePricing(administrator, otherCityId, id, { rate: 1 }))).toBe(404);
    expect(await statusOf(deletePricing(administrator, otherCityId, id))).toBe(404);
    const [row] = await db.select().from(cityPricing).where(eq(cityPricing.id, id));
    expect(row).toMatchObject({ rate: 12_500 });
  });

  test("is for administrators only", async () => {
    const { id } = await add();
    for (const viewer of others) {
      expect(await statusOf(listPricing(viewer, cityId))).toBe(403);
      expect(await statusOf(add({}, viewer))).toBe(403);
      expect(await statusOf(updatePricing(viewer, cityId, id, { rate: 1 }))).toBe(403);
      expect(await statusOf(deletePricing(viewer, cityId, id))).toBe(403);
    }
    expect(await listPricing(administrator, cityId)).toMatchObject([{ id, rate: 12_500 }]);
  });
});
