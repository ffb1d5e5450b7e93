import { and, eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { readPage } from "~/platform/db/list.server";
import { sendFees } from "~/routes/cities/parts/fees-csv.server";
import { plansOf, statementsIn } from "~/testing/statements";
import { makeCity, makeViewer } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import { ReusedKey } from "../refusal";
import { auditEvents, cityFees } from "../tables.server";
import { undoChange } from "../undo/undo-change.server";
import { findUndo } from "../undo.server";
import { FeeEditSchema, FeeSchema } from "./fee.schema.server";
import { createFee, markFeesPaid, markPaid, readFee, suggestInvoiceNumber, updateFee } from "./fee.server";
import { feeList, listTickedFees } from "./fee-list.server";

/** Noon of November 20 in the provider's time zone. */
const noon = new Date("2026-11-20T20:00:00Z");
const today = "2026-11-20";
const request = new Request("http://localhost:3000/fees.csv");

let administrator: Viewer;
let others: Viewer[];
let city: { id: number; code: string };
let otherCity: { id: number; code: string };

beforeAll(async () => {
  administrator = await makeViewer("admin", { name: "Ana Admin" });
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  city = await makeCity();
  otherCity = await makeCity();
  others = [
    await makeViewer("employee", { disciplines: ["Fire"] }),
    await makeViewer("city", { cityId: city.id }),
    await makeViewer(null),
  ];
});

afterEach(() => {
  vi.useRealTimers();
});

const typed = { serviceType: "review", description: "First cycle", amount: "1,234.50", status: "pending" };
const add = (changes: object = {}, viewer = administrator, cityId = city.id) =>
  createFee(viewer, cityId, FeeSchema.parse({ ...typed, ...changes }));
const read = (id: number) => readFee(administrator, city.id, id);
const update = (id: number, changes: Parameters<typeof updateFee>[3], expectedVersion?: string) =>
  updateFee(administrator, city.id, id, changes, expectedVersion);
const page = (number: number) => readPage(feeList(administrator, city.id), number);
const firstFees = async (viewer: Viewer) => feeList(viewer, city.id).page(1, 10);
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

const messagesOf = (fields: object, schema: typeof FeeSchema | typeof FeeEditSchema = FeeSchema) =>
  Object.fromEntries(
    schema.safeParse(fields).error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [],
  );

describe("the form", () => {
  const missing = {
    serviceType: "Service type is required",
    description: "Description is required",
    amount: "Amount is required",
    status: "Status is required",
  };

  test("shows all missing fields at once", () => {
    expect(messagesOf({})).toEqual(missing);
    expect(messagesOf({ serviceType: "gift", description: " ", amount: " ", status: "late" })).toEqual(
      missing,
    );
    expect(messagesOf({ updatedAt: "2026-11-20T20:00:00.000Z" }, FeeEditSchema)).toEqual({
      ...missing,
      dateCharged: "Date charged is required",
    });
  });

  test.each([
    ["-1", "An amount is between $0.00 and $99,999,999.99"],
    ["1e9", "Enter an amount like 1,234.50"],
    ["1000000000", "An amount is between $0.00 and $99,999,999.99"],
    ["12.345", "Use two decimals at most: an amount like 1,234.50"],
    ["abc", "Enter an amount like 1,234.50"],
  ])("refuses the amount %s, together with other errors", (amount, message) => {
    expect(messagesOf({ ...typed, amount })).toEqual({ amount: message });
    expect(messagesOf({ ...typed, amount, description: "" })).toEqual({
      amount: message,
      description: "Description is required",
    });
  });

  test.each(["2026-02-31", "yesterday"])("refuses the date %s", (dateCharged) => {
    expect(messagesOf({ ...typed, dateCharged })).toEqual({ dateCharged: "Invalid input" });
  });
});

describe("a fee", () => {
  test("is charged today unless it has a date, and is recorded", async () => {
    const { id } = await add({ notes: " Purchase order on file " });
    expect(await read(id)).toMatchObject({
      cityId: city.id,
      serviceType: "review",
      amountCents: 123_450,
      status: "pending",
      dateCharged: today,
      invoiceNumber: null,
      notes: "Purchase order on file",
      datePaid: null,
      paidById: null,
    });
    expect(await eventsOf("fee.created", id)).toMatchObject([
      { actorId: administrator.id, changes: { amountCents: [null, 123_450], cityId: [null, city.id] } },
    ]);
    const feeWithDate = await add({ dateCharged: "2026-01-31" });
    expect(await read(feeWithDate.id)).toMatchObject({ dateCharged: "2026-01-31" });
  });

  test("is charged only once when its form is submitted again", async () => {
    const formKey = `the-fee-form-of-${city.id}`;
    const invoice = { invoiceNumber: "A-1", formKey };
    const [first, second] = await Promise.all([add(invoice), add(invoice)]);
    expect(second).toEqual(first);
    expect(await feeList(administrator, city.id).count()).toBe(1);
  });

  test("is not charged to another city with the same key", async () => {
    const formKey = `the-fee-of-one-city-${city.id}`;
    await add({ formKey });
    await expect(add({ formKey }, administrator, otherCity.id)).rejects.toBeInstanceOf(ReusedKey);
    expect(await feeList(administrator, otherCity.id).count()).toBe(0);
  });

  test("created as paid stores the date and the user", async () => {
    const { id } = await add({ status: "paid" });
    expect(await read(id)).toMatchObject({ datePaid: today, paidById: administrator.id });
  });

  test("is changed in the submitted fields and recorded; an update without changes is not recorded", async () => {
    const { id } = await add();
    const changed = await update(id, { amount: 100, notes: "Corrected" });
    expect(changed).toMatchObject({ amountCents: 100, notes: "Corrected", description: "First cycle" });
    expect(await update(id, { amount: 100 })).toEqual(changed);
    expect(await eventsOf("fee.updated", id)).toMatchObject([
      { changes: { amountCents: [123_450, 100], notes: [null, "Corrected"] } },
    ]);
  });

  test("with an outdated version is refused, and the refusal has the current row", async () => {
    const { id } = await add();
    const { updatedAt } = await read(id);
    await update(id, { amount: 100 });
    await expect(update(id, { amount: 200 }, updatedAt)).rejects.toMatchObject({
      status: 409,
      details: { current: { id, amountCents: 100 } },
    });
    await update(id, { amount: 200 }, (await read(id)).updatedAt);
    expect(await read(id)).toMatchObject({ amountCents: 200 });
  });

  test("of another city is 404 and unchanged", async () => {
    const { id } = await add();
    const otherCityId = otherCity.id;
    expect(await statusOf(readFee(administrator, otherCityId, id))).toBe(404);
    expect(await statusOf(updateFee(administrator, otherCityId, id, { amount: 1 }))).toBe(404);
    expect(await statusOf(markPaid(administrator, otherCityId, id))).toBe(404);
    expect(await read(id)).toMatchObject({ amountCents: 123_450, status: "pending" });
    expect(await statusOf(add({}, administrator, 999_999))).toBe(404);
  });

  test("is for administrators only", async () => {
    const { id } = await add();
    for (const viewer of others) {
      const refused = [
        firstFees(viewer),
        readFee(viewer, city.id, id),
        suggestInvoiceNumber(viewer, city.id),
        add({}, viewer),
        updateFee(viewer, city.id, id, { amount: 1 }),
        markPaid(viewer, city.id, id),
        sendFees(viewer, city.id, request),
      ];
      const statuses = await Promise.all(refused.map(statusOf));
      expect(statuses).toEqual(refused.map(() => 403));
    }
    expect(await read(id)).toMatchObject({ amountCents: 123_450, status: "pending" });
  });
});

describe("marking a fee as paid", () => {
  test.each(["pending", "overdue"])("stores the date and the user, for a %s fee", async (status) => {
    const { id } = await add({ status });
    await markPaid(administrator, city.id, id);
    expect(await read(id)).toMatchObject({ status: "paid", datePaid: today, paidById: administrator.id });
    expect(await eventsOf("fee.paid", id)).toMatchObject([
      { actorId: administrator.id, changes: { status: [status, "paid"], datePaid: [null, today] } },
    ]);
  });

  test("is refused for a paid fee, also when both requests run at the same time", async () => {
    const { id } = await add();
    const results = await Promise.allSettled([
      markPaid(administrator, city.id, id),
      markPaid(administrator, city.id, id),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    await expect(markPaid(administrator, city.id, id)).rejects.toMatchObject({
      status: 409,
      message: "This fee was already marked as paid on Nov 20, 2026",
    });
    expect(await eventsOf("fee.paid", id)).toHaveLength(1);
  });

  test("by an edit stores them too; later edits keep them, and another status clears them", async () => {
    const otherAdministrator = await makeViewer("admin");
    const { id } = await add();
    await updateFee(otherAdministrator, city.id, id, { status: "paid" });
    expect(await read(id)).toMatchObject({ datePaid: today, paidById: otherAdministrator.id });
    vi.setSystemTime(new Date("2026-12-01T20:00:00Z"));
    await update(id, { status: "paid", notes: "Cheque" });
    expect(await read(id)).toMatchObject({
      datePaid: today,
      paidById: otherAdministrator.id,
      notes: "Cheque",
    });
    await update(id, { status: "pending" });
    expect(await read(id)).toMatchObject({ datePaid: null, paidById: null });
    await markPaid(administrator, city.id, id);
    expect(await read(id)).toMatchObject({ datePaid: "2026-12-01", paidById: administrator.id });
  });
});

describe("invoice numbers", () => {
  test("are suggested for each city and year", async () => {
    expect(await suggestInvoiceNumber(administrator, city.id)).toBe(`${city.code}-2026-001`);
    await add({ invoiceNumber: `${city.code.toLowerCase()}-2026-013` });
    await add({ invoiceNumber: "PO 77" });
    await add({ invoiceNumber: `${city.code}-2026-500` }, administrator, otherCity.id);
    expect(await suggestInvoiceNumber(administrator, city.id)).toBe(`${city.code}-2026-014`);
    expect(await suggestInvoiceNumber(administrator, city.id, "2025-12-31")).toBe(`${city.code}-2025-001`);
    expect(await statusOf(suggestInvoiceNumber(administrator, 999_999))).toBe(404);
  });

  test.each([
    ["999", "1000"],
    ["1000", "1001"],
    ["7b", "001"],
    ["", "001"],
    ["-1", "001"],
    ["99999999999", "001"],
    ["0000013", "014"],
  ])("continue from the highest count: after %s comes %s", async (used, next) => {
    for (const number of [`${city.code}-2026-${used}`, `${city.code}-2025-400`, "X-9"]) {
      await add({ invoiceNumber: number });
    }
    expect(await suggestInvoiceNumber(administrator, city.id)).toBe(`${city.code}-2026-${next}`);
  });

  test.skipIf(isPostgres)("are found by an index, for a suggestion and for one in use", async () => {
    const [suggestion] = await plansOf(() => suggestInvoiceNumber(administrator, city.id));
    expect(suggestion).toContain("city_fees_by_invoice (city_id=? AND <expr>>? AND <expr><?)");
    expect(suggestion).not.toContain("FOR ORDER BY");
    const plans = await plansOf(() => add({ invoiceNumber: "A-1" }));
    expect(plans.filter((plan) => plan.includes("city_fees "))).toEqual([
      "SEARCH city_fees USING INDEX city_fees_by_invoice (city_id=? AND <expr>=?)",
    ]);
  });

  test("left as suggested are assigned again, for the year of the date", async () => {
    const suggestedInvoiceNumber = await suggestInvoiceNumber(administrator, city.id);
    const asSuggested = { invoiceNumber: suggestedInvoiceNumber, suggestedInvoiceNumber };
    const created = [
      await add(asSuggested),
      await add(asSuggested),
      await add({ ...asSuggested, dateCharged: "2025-06-01" }),
      await add({ suggestedInvoiceNumber }),
    ];
    const numbers = await Promise.all(created.map(async ({ id }) => (await read(id)).invoiceNumber));
    expect(numbers).toEqual([
      `${city.code}-2026-001`,
      `${city.code}-2026-002`,
      `${city.code}-2025-001`,
      null,
    ]);
  });

  test("in use by another fee of the city are refused with a field error that names that fee", async () => {
    await add({ invoiceNumber: "A-1", dateCharged: "2026-11-02" });
    const { id } = await add();
    const refused = {
      status: 409,
      fields: { invoiceNumber: ["This invoice number belongs to First cycle of Nov 2, 2026"] },
    };
    await expect(add({ invoiceNumber: "a-1" })).rejects.toMatchObject(refused);
    await expect(update(id, { invoiceNumber: "A-1" })).rejects.toMatchObject(refused);
    await add({ invoiceNumber: "A-1" }, administrator, otherCity.id);
    await update(id, { invoiceNumber: "A-2" });
    await update(id, { invoiceNumber: "a-2" });
    await update(id, { invoiceNumber: null });
    expect(await read(id)).toMatchObject({ invoiceNumber: null });
  });
});

describe("the history", () => {
  test("has ten fees a page, newest first, and runs two statements for any number of fees", async () => {
    const created: number[] = [];
    for (let day = 1; day <= 12; day += 1) {
      const { id } = await add({ dateCharged: `2026-10-${String(day).padStart(2, "0")}`, status: "paid" });
      created.unshift(id);
    }
    await add({}, administrator, otherCity.id);
    const first = await page(1);
    expect(first).toMatchObject({ page: 1, total: 12 });
    expect(first.rows.map(({ id }) => id)).toEqual(created.slice(0, 10));
    expect(first.rows[0]).toMatchObject({ paidBy: "Ana Admin", datePaid: today });
    const second = await page(2);
    expect(second.rows.map(({ id }) => id)).toEqual(created.slice(10));
    expect(await page(99)).toMatchObject({ page: 2 });
    expect(await statementsIn(() => page(1))).toHaveLength(2);
  });

  test("has a summary that is exact to the cent", async () => {
    const summary = async () => (await feeList(administrator, city.id).totals()).summary;
    expect(await summary()).toEqual({ billed: 0, paid: 0, outstanding: 0 });
    for (const [amount, status] of [
      ["0.10", "pending"],
      ["0.20", "overdue"],
      ["1,234.57", "paid"],
      ["99,999,999.99", "paid"],
      ["0.03", "pending"],
    ])
      await add({ amount, status });
    await add({ amount: "5" }, administrator, otherCity.id);
    expect(await summary()).toEqual({
      billed: 10_000_123_489,
      paid: 10_000_123_456,
      outstanding: 33,
    });
  });
});

describe("the CSV file", () => {
  test("has all columns, with dates and amounts in formats that spreadsheets read", async () => {
    await add({ status: "paid", invoiceNumber: "A-1", dateCharged: "2026-11-01", notes: "By cheque" });
    await add({ description: "Zoning, and more", amount: "5", dateCharged: "2026-10-20" });
    const response = await sendFees(administrator, city.id, request);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="fees-${city.code}.csv"; filename*=UTF-8''fees-${city.code}.csv`,
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString("utf8").split("\r\n")).toEqual([
      '\uFEFF"Date charged","Service type","Description","Invoice number","Amount","Status","Date paid","Paid by","Notes"',
      '"2026-11-01","Review","First cycle","A-1","1234.50","Paid","2026-11-20","Ana Admin","By cheque"',
      '"2026-10-20","Review","Zoning, and more","","5.00","Overdue","","",""',
      "",
    ]);
    expect(await statusOf(sendFees(administrator, 999_999, request))).toBe(404);
  });

  test("has all fees, not only one page", async () => {
    await write(async (tx) => {
      const stamps = { createdAt: noon.toISOString(), updatedAt: noon.toISOString() };
      for (let number = 0; number < 25; number += 1) {
        await tx.insert(cityFees).values({
          cityId: city.id,
          serviceType: "other",
          description: `Fee ${number}`,
          amountCents: number,
          status: "pending",
          dateCharged: today,
          ...stamps,
        });
      }
    });
    const file = await (await sendFees(administrator, city.id, request)).text();
    expect(file.trim().split("\r\n")).toHaveLength(26);
  });
});

describe("marking ticked fees as paid", () => {
  const tick = async (...ids: number[]) =>
    Promise.all(ids.map(async (id) => ({ id, version: (await read(id)).updatedAt })));

  test("pays each, refuses what has changed, and is harmless twice", async () => {
    const [first, second, changed] = [await add(), await add(), await add()].map(({ id }) => id);
    const ids = [first ?? 0, second ?? 0];
    const ticks = await tick(...ids, changed ?? 0);
    await update(changed ?? 0, { description: "Second cycle" });
    const outcome = await markFeesPaid(administrator, city.id, ticks);
    expect(outcome.done).toEqual(ids);
    expect(outcome.refused).toEqual([
      { id: changed, reason: expect.stringContaining("changed after you ticked it") },
    ]);
    for (const id of ids) {
      expect(await read(id)).toMatchObject({ status: "paid", datePaid: today, paidById: administrator.id });
      expect(await eventsOf("fee.paid", id)).toHaveLength(1);
    }
    expect(await read(changed ?? 0)).toMatchObject({ status: "pending" });
    const acts = () => db.$count(auditEvents, eq(auditEvents.action, "fee.many-paid"));
    expect(await acts()).toBe(1);
    expect((await markFeesPaid(administrator, city.id, ticks)).done).toEqual(ids);
    expect(await acts()).toBe(1);
    expect(await listTickedFees(administrator, city.id, [changed ?? 0])).toMatchObject([
      { id: changed, detail: "Second cycle · $1,234.50 · Pending · Nov 20, 2026" },
    ]);
  });

  test("is undone for all of them", async () => {
    const ids = [(await add()).id, (await add()).id];
    const before = await Promise.all(ids.map(read));
    await markFeesPaid(administrator, city.id, await tick(...ids));
    const undo = await findUndo(administrator, "fee", ids[0] ?? 0);
    expect(await undoChange(administrator, undo ?? 0)).toBe(true);
    expect(await Promise.all(ids.map(read))).toEqual(before);
  });

  test("finds no fee of another city, and is for administrators only", async () => {
    const { id } = await add();
    const ticks = await tick(id);
    const { refused } = await markFeesPaid(administrator, otherCity.id, ticks);
    expect(refused).toEqual([{ id, reason: expect.stringMatching(/not found/i) }]);
    expect(await listTickedFees(administrator, otherCity.id, [id])).toEqual([]);
    for (const viewer of others) expect(await statusOf(markFeesPaid(viewer, city.id, ticks))).toBe(403);
    expect(await read(id)).toMatchObject({ status: "pending" });
  });
});
