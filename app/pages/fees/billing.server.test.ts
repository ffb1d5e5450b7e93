import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { today } from "~/models/clock.server";
import { isBillingForm } from "~/models/fees/billing-form";
import { FeeSchema } from "~/models/fees/fee.schema.server";
import { createFee, readFee } from "~/models/fees/fee.server";
import { feeList } from "~/models/fees/fee-list.server";
import { PricingSchema } from "~/models/fees/pricing.schema.server";
import { createPricing, deletePricing, listPricing, updatePricing } from "~/models/fees/pricing.server";
import type { Viewer } from "~/models/policy";
import { outcomeOf } from "~/testing/action-outcome";
import { statementsOf } from "~/testing/statements";
import { makeCity, makeViewer } from "~/testing/test-rows";
import { cityAction } from "../cities/cities.server";
import { loadBilling } from "./billing.server";

let administrator: Viewer;
let city: { id: number; code: string };
let otherCity: { id: number; code: string };

beforeAll(async () => {
  administrator = await makeViewer("admin");
});

beforeEach(async () => {
  city = await makeCity();
  otherCity = await makeCity();
});

const fee = { serviceType: "review", description: "First cycle", amount: "1,234.50", status: "pending" };
const service = { serviceName: "Plan review", pricingType: "hourly", rate: "125", isActive: "on" };
const addFee = (changes: object = {}, cityId = city.id) =>
  createFee(administrator, cityId, FeeSchema.parse({ ...fee, ...changes }));
const addService = (changes: object = {}, cityId = city.id) =>
  createPricing(administrator, cityId, PricingSchema.parse({ ...service, isActive: true, ...changes }));
const addressOf = (query: string) => new URL(`http://localhost:3000/cities/${city.id}${query}`);
const load = (query = "") => loadBilling(administrator, city, addressOf(query));
const pageOf = (query = "") => `/cities/${city.id}${query}`;

/** Posts to the city's page and returns the result. */
async function post(query: string, fields: Record<string, string>, viewer = administrator) {
  const url = addressOf(query);
  const request = new Request(url, { method: "POST", body: new URLSearchParams(fields) });
  return outcomeOf(cityAction({ request, viewer, id: city.id, url }));
}

test.each([
  ["?dialog=new-fee", true],
  ["?dialog=delete-pricing&pricingId=1", true],
  ["?pricing=1", true],
  ["?dialog=delete", false],
  ["?edit", false],
  ["", false],
])("%s is the address of a billing form: %s", (query, expected) =>
  expect(isBillingForm(addressOf(query).searchParams)).toBe(expected),
);

describe("the page", () => {
  test("has the city's pricing, a page of its fees and their totals", async () => {
    await addService();
    await addFee({ dateCharged: "2020-01-01" });
    await addFee({ status: "paid" });
    await addFee({}, otherCity.id);
    expect(await load()).toMatchObject({
      cityId: city.id,
      pricing: [{ serviceName: "Plan review", rate: 12_500 }],
      fees: {
        total: 2,
        page: 1,
        rows: [{ standing: "paid" }, { standing: "overdue" }],
      },
      summary: { billed: 246_900, paid: 123_450, outstanding: 123_450 },
      dialog: null,
    });
  });

  test("runs the same number of statements for many fees as for one", async () => {
    await addFee();
    const few = await statementsOf(() => load());
    for (let number = 0; number < 12; number += 1) await addFee();
    expect(await statementsOf(() => load("?feePage=2"))).toBe(few);
    expect(few).toBeLessThanOrEqual(4);
  });

  test("opens a dialog over the city's own rows only", async () => {
    const { id: feeId } = await addFee();
    const { id: otherFee } = await addFee({}, otherCity.id);
    const { id: pricingId } = await addService();
    const { id: otherService } = await addService({}, otherCity.id);
    const dialog = async (query: string) => (await load(`?dialog=${query}`)).dialog;
    expect(await dialog("new-fee")).toMatchObject({
      values: { status: "pending", invoiceNumber: `${city.code}-${today().slice(0, 4)}-001` },
    });
    expect(await dialog(`edit-fee&feeId=${feeId}`)).toMatchObject({ values: { amount: "1234.50" } });
    expect(await dialog(`mark-paid&feeId=${feeId}`)).toMatchObject({ id: feeId, amountCents: 123_450 });
    expect(await dialog(`edit-pricing&pricingId=${pricingId}`)).toMatchObject({ values: { rate: "125.00" } });
    expect(await dialog(`delete-pricing&pricingId=${pricingId}`)).toMatchObject({ id: pricingId });
    for (const query of [
      `edit-fee&feeId=${otherFee}`,
      `mark-paid&feeId=${otherFee}`,
      `edit-pricing&pricingId=${otherService}`,
      `delete-pricing&pricingId=${otherService}`,
      "edit-fee&feeId=abc",
      "edit-fee",
      "delete-pricing",
      "something",
    ])
      expect(await dialog(query)).toBeNull();
  });
});

describe("the fee form", () => {
  test("charges a fee and redirects to the first page, which shows it", async () => {
    const result = await post("?dialog=new-fee&feePage=3", fee);
    expect(result).toMatchObject({ status: 302, location: pageOf("#fees"), toast: "Fee created" });
    expect(await feeList(administrator, city.id).page(1, 10)).toMatchObject([{ amountCents: 123_450 }]);
  });

  test("returns the typed values and all messages when it is refused", async () => {
    const result = await post("?dialog=new-fee", {
      ...fee,
      status: "",
      amount: "12.345",
      notes: "Call first",
    });
    expect(result).toMatchObject({
      status: 400,
      errors: {
        status: ["Status is required"],
        amount: ["Use two decimals at most: an amount like 1,234.50"],
      },
      typed: { description: "First cycle", amount: "12.345", notes: "Call first" },
    });
  });

  test("shows a message at an invoice number in use", async () => {
    await addFee({ invoiceNumber: "A-1" });
    const result = await post("?dialog=new-fee", { ...fee, invoiceNumber: "A-1" });
    expect(result).toMatchObject({ status: 409, typed: { amount: "1,234.50" } });
    expect(Object.keys(result.errors ?? {})).toContain("invoiceNumber");
  });

  test("changes a fee, clears emptied fields, and redirects to the open page of fees", async () => {
    const { id } = await addFee({ notes: "Old", invoiceNumber: "A-1" });
    const { updatedAt, dateCharged } = await readFee(administrator, city.id, id);
    const query = `?dialog=edit-fee&feeId=${id}&feePage=2`;
    const result = await post(query, { ...fee, amount: "$5", dateCharged, updatedAt, notes: "" });
    expect(result).toMatchObject({ status: 302, location: pageOf("?feePage=2#fees"), toast: "Fee updated" });
    const saved = await readFee(administrator, city.id, id);
    expect(saved).toMatchObject({ amountCents: 500, notes: null, invoiceNumber: null });
    const outdated = await post(query, { ...fee, amount: "6", dateCharged, updatedAt });
    expect(outdated).toMatchObject({ status: 409, typed: { amount: "6" }, current: { amountCents: 500 } });
  });

  test("returns 404 for another city's fee, and 403 for a viewer who is no administrator", async () => {
    const { id } = await addFee({}, otherCity.id);
    const fields = { ...fee, dateCharged: "2026-11-01", updatedAt: new Date().toISOString() };
    expect(await post(`?dialog=edit-fee&feeId=${id}`, fields)).toMatchObject({ status: 404 });
    expect(await post(`?dialog=mark-paid&feeId=${id}`, {})).toMatchObject({ status: 404 });
    const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
    expect(await post("?dialog=new-fee", fee, reviewer)).toMatchObject({ status: 403 });
    expect(await post("?dialog=new-fee", { intent: "work-out" }, reviewer)).toMatchObject({ status: 403 });
  });

  test("refuses other methods than POST", async () => {
    const url = addressOf("?dialog=new-fee");
    const request = new Request(url, { method: "PUT", body: new URLSearchParams(fee) });
    const refused = cityAction({ request, viewer: administrator, id: city.id, url });
    await expect(refused).rejects.toMatchObject({ status: 405 });
  });
});

describe("calculating an amount without scripts", () => {
  const calculateAmount = (fields: Record<string, string>) =>
    post("?dialog=new-fee", {
      intent: "work-out",
      description: "Typed",
      amount: "1",
      notes: "Typed",
      ...fields,
    });

  test("returns the typed values and the amount, and charges nothing", async () => {
    const { id } = await addService();
    const result = await calculateAmount({
      pricingId: String(id),
      quantity: "1.25",
      suggestedInvoiceNumber: "A-1",
    });
    expect(result).toMatchObject({
      status: 200,
      errors: {},
      typed: {
        amount: "156.25",
        description: "Typed",
        notes: "Typed",
        quantity: "1.25",
        pricingId: String(id),
      },
    });
    expect(result.typed).toMatchObject({ suggestedInvoiceNumber: "A-1" });
    expect(await feeList(administrator, city.id).count()).toBe(0);
  });

  test("rounds half a cent of a percentage up", async () => {
    const { id } = await addService({ pricingType: "percentage", rate: "5.5" });
    expect(await calculateAmount({ pricingId: String(id), quantity: "$1.00" })).toMatchObject({
      typed: { amount: "0.06" },
    });
  });

  test("shows a message at the invalid field, and returns the typed values", async () => {
    const { id } = await addService();
    const { id: inactive } = await addService({ isActive: false });
    const { id: otherService } = await addService({}, otherCity.id);
    const refused = { status: 400, typed: { description: "Typed", amount: "1" } };
    for (const pricingId of ["", "abc", String(inactive), String(otherService)]) {
      const result = await calculateAmount({ pricingId, quantity: "1" });
      expect(result).toMatchObject({ ...refused, errors: { pricingId: ["Choose a service"] } });
    }
    expect(await calculateAmount({ pricingId: String(id), quantity: "1.255" })).toMatchObject({
      ...refused,
      errors: { quantity: ["Use two decimals at most: hours like 1.25"] },
    });
  });
});

describe("Mark Paid", () => {
  test("marks a fee, redirects to the open page of fees, and is refused for a paid fee", async () => {
    const { id } = await addFee();
    const query = `?dialog=mark-paid&feeId=${id}&feePage=2`;
    expect(await post(query, {})).toMatchObject({
      status: 302,
      location: pageOf("?feePage=2#fees"),
      toast: "Fee marked as paid",
    });
    expect((await load(query)).dialog).toBeNull();
    const repeated = await post(query, {});
    expect(repeated).toMatchObject({ status: 409 });
    expect(repeated.failure).toMatch(/^This fee was already marked as paid on .*$/);
  });
});

describe("the pricing forms", () => {
  test("add, change, switch off and on, and delete a service", async () => {
    const redirect = { status: 302, location: pageOf("#pricing") };
    const created = await post("?dialog=new-pricing", service);
    expect(created).toMatchObject({ ...redirect, toast: "Pricing configuration created" });
    const [row] = await listPricing(administrator, city.id);
    const { id = 0, updatedAt = "" } = row ?? {};
    const changed = { ...service, rate: "130", updatedAt };
    expect(await post(`?dialog=edit-pricing&pricingId=${id}`, changed)).toMatchObject({
      ...redirect,
      toast: "Pricing configuration updated",
    });
    expect(await post(`?pricing=${id}`, {})).toMatchObject({ ...redirect, toast: "Service switched off" });
    expect(await listPricing(administrator, city.id)).toMatchObject([{ rate: 13_000, isActive: false }]);
    expect(await post(`?pricing=${id}`, { isActive: "on" })).toMatchObject({
      ...redirect,
      toast: "Service switched on",
    });
    expect(await post(`?dialog=delete-pricing&pricingId=${id}`, {})).toMatchObject({
      ...redirect,
      toast: "Pricing configuration deleted",
    });
    expect(await listPricing(administrator, city.id)).toEqual([]);
  });

  test("return the typed values and all messages when they are refused", async () => {
    const result = await post("?dialog=new-pricing", { ...service, serviceName: "", rate: "abc" });
    expect(result).toMatchObject({
      status: 400,
      errors: { serviceName: ["Service name is required"], rate: ["Enter an hourly rate like 125.00"] },
      typed: { rate: "abc" },
    });
  });

  test("return the current row of a changed service, and 404 for a deleted one", async () => {
    const { id } = await addService();
    const [row] = await listPricing(administrator, city.id);
    await updatePricing(administrator, city.id, id, { rate: 1 });
    const edit = { ...service, updatedAt: row?.updatedAt ?? "" };
    const query = `?dialog=edit-pricing&pricingId=${id}`;
    expect(await post(query, edit)).toMatchObject({
      status: 409,
      current: { rate: 1 },
      typed: { rate: "125" },
    });
    await deletePricing(administrator, city.id, id);
    const notFound = { status: 404, failure: "Pricing configuration not found" };
    expect(await post(query, edit)).toMatchObject({ ...notFound, typed: { rate: "125" } });
    expect(await post(`?pricing=${id}`, {})).toMatchObject(notFound);
    expect(await post(`?dialog=delete-pricing&pricingId=${id}`, {})).toMatchObject(notFound);
  });
});
