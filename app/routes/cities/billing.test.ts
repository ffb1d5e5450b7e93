import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { today } from "~/models/clock.server";
import { FeeSchema } from "~/models/fees/fee.schema.server";
import { createFee, readFee } from "~/models/fees/fee.server";
import { feeList } from "~/models/fees/fee-list.server";
import { PricingSchema } from "~/models/fees/pricing.schema.server";
import { createPricing, deletePricing, listPricing, updatePricing } from "~/models/fees/pricing.server";
import type { Viewer } from "~/models/policy";
import { requestPage } from "~/testing/page-request";
import { cookieFor, type Fields, openPage, sendForm } from "~/testing/send-form";
import { statementsOf } from "~/testing/statements";
import { makeCity, makeViewer } from "~/testing/test-rows";
import type { Route } from "./+types/city";

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
const pageOf = (path = "") => `/cities/${city.id}${path}`;
const load = (path = "") => openPage<Route.ComponentProps["loaderData"]>(administrator, pageOf(path));
const send = (path: string, fields: Fields = {}, viewer = administrator) =>
  sendForm(viewer, pageOf(path), fields);

describe("the page", () => {
  test("has the city's pricing, a page of its fees and their totals", async () => {
    await addService();
    await addFee({ dateCharged: "2020-01-01" });
    await addFee({ status: "paid" });
    await addFee({}, otherCity.id);
    expect((await load()).page).toMatchObject({
      city: { id: city.id },
      pricing: [{ serviceName: "Plan review", rate: 12_500 }],
      fees: {
        total: 2,
        page: 1,
        rows: [{ standing: "paid" }, { standing: "overdue" }],
      },
      summary: { billed: 246_900, paid: 123_450, outstanding: 123_450 },
    });
  });

  test("runs the same number of statements for many fees as for one", async () => {
    await addFee();
    await load();
    const few = await statementsOf(() => load());
    for (let number = 0; number < 12; number += 1) await addFee();
    expect(await statementsOf(() => load("?feePage=2"))).toBe(few);
  });

  test("opens a dialog over the city's own rows only", async () => {
    const { id: feeId } = await addFee();
    const { id: otherFee } = await addFee({}, otherCity.id);
    const { id: pricingId } = await addService();
    const { id: otherService } = await addService({}, otherCity.id);
    const dialog = async (path: string) => (await load(path)).dialog;
    expect(await dialog("/fees/new")).toMatchObject({
      values: { status: "pending", invoiceNumber: `${city.code}-${today().slice(0, 4)}-001` },
    });
    expect(await dialog(`/fees/${feeId}/edit`)).toMatchObject({ values: { amount: "1234.50" } });
    expect(await dialog(`/fees/${feeId}/mark-paid`)).toMatchObject({ amountCents: 123_450 });
    expect(await dialog(`/pricing/${pricingId}/edit`)).toMatchObject({ values: { rate: "125.00" } });
    expect(await dialog(`/pricing/${pricingId}/delete`)).toEqual({ serviceName: "Plan review" });
    for (const [path, message] of [
      [`/fees/${otherFee}/edit`, "Fee not found"],
      [`/fees/${otherFee}/mark-paid`, "Fee not found"],
      ["/fees/abc/edit", "Fee not found"],
      [`/pricing/${otherService}/edit`, "Pricing configuration not found"],
      [`/pricing/${otherService}/delete`, "Pricing configuration not found"],
      ["/pricing/0/delete", "Pricing configuration not found"],
    ])
      expect(await load(path)).toMatchObject({ status: 404, message });
    expect((await load("/fees/edit")).status).toBe(404);
  });

  test("keeps its page of fees under a dialog", async () => {
    for (let number = 0; number < 12; number += 1) await addFee();
    expect((await load("/fees/new?feePage=2")).page.fees).toMatchObject({ page: 2, total: 12 });
  });
});

describe("the fee form", () => {
  test("charges a fee and redirects to the first page, which shows it", async () => {
    const result = await send("/fees/new?feePage=3", fee);
    expect(result).toMatchObject({ status: 302, location: pageOf("#fees"), toast: "Fee created" });
    expect(await feeList(administrator, city.id).page(1, 10)).toMatchObject([{ amountCents: 123_450 }]);
  });

  test("returns the typed values and all messages when it is refused", async () => {
    const result = await send("/fees/new", {
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
    const result = await send("/fees/new", { ...fee, invoiceNumber: "A-1" });
    expect(result).toMatchObject({ status: 409, typed: { amount: "1,234.50" } });
    expect(Object.keys(result.errors ?? {})).toContain("invoiceNumber");
  });

  test("changes a fee, clears emptied fields, and redirects to the open page of fees", async () => {
    const { id } = await addFee({ notes: "Old", invoiceNumber: "A-1" });
    const { updatedAt, dateCharged } = await readFee(administrator, city.id, id);
    const path = `/fees/${id}/edit?feePage=2`;
    const result = await send(path, { ...fee, amount: "$5", dateCharged, updatedAt, notes: "" });
    expect(result).toMatchObject({ status: 302, location: pageOf("?feePage=2#fees"), toast: "Fee updated" });
    const saved = await readFee(administrator, city.id, id);
    expect(saved).toMatchObject({ amountCents: 500, notes: null, invoiceNumber: null });
    const outdated = await send(path, { ...fee, amount: "6", dateCharged, updatedAt });
    expect(outdated).toMatchObject({ status: 409, typed: { amount: "6" }, current: { amountCents: 500 } });
  });

  test("returns 404 for another city's fee, and 403 for a viewer who is no administrator", async () => {
    const { id } = await addFee({}, otherCity.id);
    const fields = { ...fee, dateCharged: "2026-11-01", updatedAt: new Date().toISOString() };
    expect(await send(`/fees/${id}/edit`, fields)).toMatchObject({ status: 404 });
    expect(await send(`/fees/${id}/mark-paid`)).toMatchObject({ status: 404 });
    const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
    expect(await send("/fees/new", fee, reviewer)).toMatchObject({ status: 403 });
    expect(await send("/fees/new", { intent: "work-out" }, reviewer)).toMatchObject({ status: 403 });
  });

  test("refuses other methods than POST", async () => {
    const body = new URLSearchParams(fee);
    const cookie = await cookieFor(administrator);
    const refused = await requestPage(pageOf("/fees/new"), cookie, { method: "PUT", body });
    expect(refused.status).toBe(405);
  });
});

describe("calculating an amount without scripts", () => {
  const calculateAmount = (fields: Record<string, string>) =>
    send("/fees/new", {
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
    const path = `/fees/${id}/mark-paid?feePage=2`;
    expect(await send(path)).toMatchObject({
      status: 302,
      location: pageOf("?feePage=2#fees"),
      toast: "Fee marked as paid",
    });
    const message = expect.stringMatching(/^This fee was already marked as paid on .*$/);
    expect(await load(path)).toMatchObject({ status: 409, message });
    expect(await send(path)).toMatchObject({ status: 409, failure: message });
  });
});

describe("the pricing forms", () => {
  test("add, change, switch off and on, and delete a service", async () => {
    const redirect = { status: 302, location: pageOf("?feePage=2#pricing") };
    const created = await send("/pricing/new?feePage=2", service);
    expect(created).toMatchObject({ ...redirect, toast: "Pricing configuration created" });
    const [row] = await listPricing(administrator, city.id);
    const { id = 0, updatedAt = "" } = row ?? {};
    const changed = { ...service, rate: "130", updatedAt };
    expect(await send(`/pricing/${id}/edit?feePage=2`, changed)).toMatchObject({
      ...redirect,
      toast: "Pricing configuration updated",
    });
    expect(await send(`?feePage=2&pricing=${id}`)).toMatchObject({
      ...redirect,
      toast: "Service switched off",
    });
    expect(await listPricing(administrator, city.id)).toMatchObject([{ rate: 13_000, isActive: false }]);
    expect(await send(`?feePage=2&pricing=${id}`, { isActive: "on" })).toMatchObject({
      ...redirect,
      toast: "Service switched on",
    });
    expect(await send(`/pricing/${id}/delete?feePage=2`)).toMatchObject({
      ...redirect,
      toast: "Pricing configuration deleted",
    });
    expect(await listPricing(administrator, city.id)).toEqual([]);
  });

  test("return the typed values and all messages when they are refused", async () => {
    const result = await send("/pricing/new", { ...service, serviceName: "", rate: "abc" });
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
    const path = `/pricing/${id}/edit`;
    expect(await send(path, edit)).toMatchObject({
      status: 409,
      current: { rate: 1 },
      typed: { rate: "125" },
    });
    await deletePricing(administrator, city.id, id);
    const notFound = { status: 404, failure: "Pricing configuration not found" };
    expect(await send(path, edit)).toMatchObject({ ...notFound, typed: { rate: "125" } });
    expect(await send(`?pricing=${id}`)).toMatchObject(notFound);
    expect(await send(`/pricing/${id}/delete`)).toMatchObject(notFound);
  });
});
