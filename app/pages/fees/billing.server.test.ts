import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { today } from "~/models/clock.server";
import { isBillingForm } from "~/models/fees/billing-form";
import { FeeForm } from "~/models/fees/fee.form.server";
import { createFee, listFees, readFee } from "~/models/fees/fee.server";
import { PricingForm } from "~/models/fees/pricing.form.server";
import { createPricing, deletePricing, listPricing, updatePricing } from "~/models/fees/pricing.server";
import type { Viewer } from "~/models/policy";
import { outcomeOf } from "~/testing/form-outcome";
import { makeCity, makeViewer, statementsOf } from "~/testing/test-rows";
import { cityAction } from "../cities/city-actions.server";
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
  createFee(administrator, cityId, FeeForm.parse({ ...fee, ...changes }));
const addService = (changes: object = {}, cityId = city.id) =>
  createPricing(administrator, cityId, PricingForm.parse({ ...service, isActive: true, ...changes }));
const addressOf = (query: string) => new URL(`http://localhost:3000/cities/${city.id}${query}`);
const load = (query = "") => loadBilling(administrator, city, addressOf(query));
const pageOf = (query = "") => `/cities/${city.id}${query}`;

/** Posts to the city's page and returns the outcome. */
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
])("%s is an address of the city's money: %s", (query, expected) =>
  expect(isBillingForm(addressOf(query).searchParams)).toBe(expected),
);

describe("the page", () => {
  test("has the city's pricing, a page of its fees and what they add up to", async () => {
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

  test("asks as many questions of many fees as of one", async () => {
    await addFee();
    const few = await statementsOf(() => load());
    for (let number = 0; number < 12; number += 1) await addFee();
    expect(await statementsOf(() => load("?feePage=2"))).toBe(few);
    expect(few).toBeLessThanOrEqual(4);
  });

  test("opens a dialog over the city's own rows only", async () => {
    const { id: feeId } = await addFee();
    const { id: foreignFee } = await addFee({}, otherCity.id);
    const { id: pricingId } = await addService();
    const { id: foreignService } = await addService({}, otherCity.id);
    const dialog = async (query: string) => (await load(`?dialog=${query}`)).dialog;
    expect(await dialog("new-fee")).toMatchObject({
      values: { status: "pending", invoiceNumber: `${city.code}-${today().slice(0, 4)}-001` },
    });
    expect(await dialog(`edit-fee&feeId=${feeId}`)).toMatchObject({ values: { amount: "1234.50" } });
    expect(await dialog(`mark-paid&feeId=${feeId}`)).toMatchObject({ id: feeId, amountCents: 123_450 });
    expect(await dialog(`edit-pricing&pricingId=${pricingId}`)).toMatchObject({ values: { rate: "125.00" } });
    expect(await dialog(`delete-pricing&pricingId=${pricingId}`)).toMatchObject({ id: pricingId });
    for (const query of [
      `edit-fee&feeId=${foreignFee}`,
      `mark-paid&feeId=${foreignFee}`,
      `edit-pricing&pricingId=${foreignService}`,
      `delete-pricing&pricingId=${foreignService}`,
      "edit-fee&feeId=abc",
      "edit-fee",
      "delete-pricing",
      "something",
    ])
      expect(await dialog(query)).toBeNull();
  });
});

describe("the fee form", () => {
  test("charges a fee and leads to the first page, where it stands", async () => {
    const outcome = await post("?dialog=new-fee&feePage=3", fee);
    expect(outcome).toMatchObject({ status: 302, location: pageOf("#fees"), toast: "Fee created" });
    expect((await listFees(administrator, city.id)).rows).toMatchObject([{ amountCents: 123_450 }]);
  });

  test("comes back with what was typed and every reason", async () => {
    const outcome = await post("?dialog=new-fee", {
      ...fee,
      status: "",
      amount: "12.345",
      notes: "Call first",
    });
    expect(outcome).toMatchObject({
      status: 400,
      errors: {
        status: ["Status is required"],
        amount: ["Use two decimals at most: an amount like 1,234.50"],
      },
      typed: { description: "First cycle", amount: "12.345", notes: "Call first" },
    });
  });

  test("tells of an invoice number that is taken", async () => {
    await addFee({ invoiceNumber: "A-1" });
    const outcome = await post("?dialog=new-fee", { ...fee, invoiceNumber: "A-1" });
    expect(outcome).toMatchObject({ status: 409, typed: { amount: "1,234.50" } });
    expect(Object.keys(outcome.errors ?? {})).toContain("invoiceNumber");
  });

  test("changes a fee, leads back to the page that was open, and empties what was emptied", async () => {
    const { id } = await addFee({ notes: "Old", invoiceNumber: "A-1" });
    const { updatedAt, dateCharged } = await readFee(administrator, city.id, id);
    const query = `?dialog=edit-fee&feeId=${id}&feePage=2`;
    const outcome = await post(query, { ...fee, amount: "$5", dateCharged, updatedAt, notes: "" });
    expect(outcome).toMatchObject({ status: 302, location: pageOf("?feePage=2#fees"), toast: "Fee updated" });
    const saved = await readFee(administrator, city.id, id);
    expect(saved).toMatchObject({ amountCents: 500, notes: null, invoiceNumber: null });
    const late = await post(query, { ...fee, amount: "6", dateCharged, updatedAt });
    expect(late).toMatchObject({ status: 409, typed: { amount: "6" }, current: { amountCents: 500 } });
  });

  test("of another city's fee is 404, of no administrator 403", async () => {
    const { id } = await addFee({}, otherCity.id);
    const fields = { ...fee, dateCharged: "2026-11-01", updatedAt: new Date().toISOString() };
    expect(await post(`?dialog=edit-fee&feeId=${id}`, fields)).toMatchObject({ status: 404 });
    expect(await post(`?dialog=mark-paid&feeId=${id}`, {})).toMatchObject({ status: 404 });
    const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
    expect(await post("?dialog=new-fee", fee, reviewer)).toMatchObject({ status: 403 });
    expect(await post("?dialog=new-fee", { intent: "work-out" }, reviewer)).toMatchObject({ status: 403 });
  });

  test("is only posted", async () => {
    const url = addressOf("?dialog=new-fee");
    const request = new Request(url, { method: "PUT", body: new URLSearchParams(fee) });
    const refused = cityAction({ request, viewer: administrator, id: city.id, url });
    await expect(refused).rejects.toMatchObject({ status: 405 });
  });
});

describe("working an amount out without scripts", () => {
  const calculateAmount = (fields: Record<string, string>) =>
    post("?dialog=new-fee", {
      intent: "work-out",
      description: "Kept",
      amount: "1",
      notes: "Kept",
      ...fields,
    });

  test("comes back with everything typed and the amount filled in, and charges nothing", async () => {
    const { id } = await addService();
    const outcome = await calculateAmount({
      pricingId: String(id),
      quantity: "1.25",
      suggestedInvoiceNumber: "A-1",
    });
    expect(outcome).toMatchObject({
      status: 200,
      errors: {},
      typed: {
        amount: "156.25",
        description: "Kept",
        notes: "Kept",
        quantity: "1.25",
        pricingId: String(id),
      },
    });
    expect(outcome.typed).toMatchObject({ suggestedInvoiceNumber: "A-1" });
    expect((await listFees(administrator, city.id)).total).toBe(0);
  });

  test("takes a percentage of a stated base, half a cent up", async () => {
    const { id } = await addService({ pricingType: "percentage", rate: "5.5" });
    expect(await calculateAmount({ pricingId: String(id), quantity: "$1.00" })).toMatchObject({
      typed: { amount: "0.06" },
    });
  });

  test("says at its field what is missing, and keeps what was typed", async () => {
    const { id } = await addService();
    const { id: inactive } = await addService({ isActive: false });
    const { id: foreign } = await addService({}, otherCity.id);
    const kept = { status: 400, typed: { description: "Kept", amount: "1" } };
    for (const pricingId of ["", "abc", String(inactive), String(foreign)]) {
      const outcome = await calculateAmount({ pricingId, quantity: "1" });
      expect(outcome).toMatchObject({ ...kept, errors: { pricingId: ["Choose a service"] } });
    }
    expect(await calculateAmount({ pricingId: String(id), quantity: "1.255" })).toMatchObject({
      ...kept,
      errors: { quantity: ["Use two decimals at most: hours like 1.25"] },
    });
  });
});

describe("Mark Paid", () => {
  test("marks, leads back to the page that was open, and is refused the second time", async () => {
    const { id } = await addFee();
    const query = `?dialog=mark-paid&feeId=${id}&feePage=2`;
    expect(await post(query, {})).toMatchObject({
      status: 302,
      location: pageOf("?feePage=2#fees"),
      toast: "Fee marked as paid",
    });
    expect((await load(query)).dialog).toBeNull();
    const again = await post(query, {});
    expect(again).toMatchObject({ status: 409 });
    expect(again.failure).toMatch(/^This fee was marked as paid on .* already$/);
  });
});

describe("the pricing forms", () => {
  test("add, change, switch and delete a service", async () => {
    const back = { status: 302, location: pageOf("#pricing") };
    const made = await post("?dialog=new-pricing", service);
    expect(made).toMatchObject({ ...back, toast: "Pricing configuration created" });
    const [row] = await listPricing(administrator, city.id);
    const { id = 0, updatedAt = "" } = row ?? {};
    const changed = { ...service, rate: "130", updatedAt };
    expect(await post(`?dialog=edit-pricing&pricingId=${id}`, changed)).toMatchObject({
      ...back,
      toast: "Pricing configuration updated",
    });
    expect(await post(`?pricing=${id}`, {})).toMatchObject({ ...back, toast: "Service switched off" });
    expect(await listPricing(administrator, city.id)).toMatchObject([{ rate: 13_000, isActive: false }]);
    expect(await post(`?pricing=${id}`, { isActive: "on" })).toMatchObject({
      ...back,
      toast: "Service switched on",
    });
    expect(await post(`?dialog=delete-pricing&pricingId=${id}`, {})).toMatchObject({
      ...back,
      toast: "Pricing configuration deleted",
    });
    expect(await listPricing(administrator, city.id)).toEqual([]);
  });

  test("come back with what was typed and why not", async () => {
    const outcome = await post("?dialog=new-pricing", { ...service, serviceName: "", rate: "abc" });
    expect(outcome).toMatchObject({
      status: 400,
      errors: { serviceName: ["Service name is required"], rate: ["Enter an hourly rate like 125.00"] },
      typed: { rate: "abc" },
    });
  });

  test("show a change made meanwhile, and tell of a service that is gone", async () => {
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
    const gone = { status: 404, failure: "Pricing configuration not found" };
    expect(await post(query, edit)).toMatchObject({ ...gone, typed: { rate: "125" } });
    expect(await post(`?pricing=${id}`, {})).toMatchObject(gone);
    expect(await post(`?dialog=delete-pricing&pricingId=${id}`, {})).toMatchObject(gone);
  });
});
