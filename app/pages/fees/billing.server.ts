import { data } from "react-router";
import { type FormResult, processForm } from "~/form.server";
import { csvOfBatches, sendCsv } from "~/http/csv.server";
import { textStream } from "~/http/text-stream.server";
import { idIn, pageParameter, queryOf } from "~/models/address";
import { readCity } from "~/models/cities/city.server";
import { today } from "~/models/clock.server";
import { failures } from "~/models/failures";
import type { BillingFormName } from "~/models/fees/billing-form";
import { feeColumns, feeFieldLabels, feeValues, isPaid } from "~/models/fees/fee";
import { CalculationSchema, FeeEditSchema, FeeSchema } from "~/models/fees/fee.schema.server";
import { createFee, markPaid, readFee, suggestInvoiceNumber, updateFee } from "~/models/fees/fee.server";
import { feeList, type ListedFee } from "~/models/fees/fee-list.server";
import { calculateAmount, pricingValues } from "~/models/fees/pricing";
import { PricingEditSchema, PricingSchema, PricingSwitchSchema } from "~/models/fees/pricing.schema.server";
import {
  createPricing,
  deletePricing,
  type ListedPricing,
  listPricing,
  updatePricing,
} from "~/models/fees/pricing.server";
import { readPage } from "~/models/list.server";
import { decimalText } from "~/models/money";
import type { Viewer } from "~/models/policy";
import { nullIfNotFound, refusalAtField } from "~/models/refusal";
import { newIdempotencyKey } from "~/models/secret.server";
import { pick } from "~/models/shown-fields";
import { wholeNumber } from "~/models/whole-number";
import { type FormHandler, formReturningTo, openDialog, type RowRequest } from "~/page-forms.server";

export type BillingData = Awaited<ReturnType<typeof loadBilling>>;
export type BillingDialog = NonNullable<BillingData["dialog"]>;

export async function loadBilling(viewer: Viewer, city: { id: number }, url: URL) {
  const pricing = await listPricing(viewer, city.id);
  const list = feeList(viewer, city.id);
  const { rows, page, total } = await readPage(list, wholeNumber(url.searchParams.get("feePage")));
  return {
    cityId: city.id,
    pricing: pricing.map(({ cityId, updatedAt, ...row }) => row),
    fees: { rows: rows.map(({ notes, status, ...fee }) => fee), page, total },
    summary: (await list.totals()).summary,
    dialog: await openDialog({ viewer, cityId: city.id, url, pricing }, dialogs),
  };
}

type DialogContext = { viewer: Viewer; cityId: number; url: URL; pricing: ListedPricing[] };

/** A dialog does not open if its row does not exist. */
const dialogs = {
  "new-fee": async ({ viewer, cityId }: DialogContext) => {
    const invoiceNumber = await suggestInvoiceNumber(viewer, cityId);
    const values = { status: "pending", dateCharged: today(), invoiceNumber };
    return {
      idempotencyKey: newIdempotencyKey(),
      values: { ...values, suggestedInvoiceNumber: invoiceNumber },
    };
  },
  "edit-fee": async (context: DialogContext) => {
    const fee = await feeInAddress(context);
    return fee && editDialog(fee, feeValues(fee));
  },
  "mark-paid": async (context: DialogContext) => {
    const fee = await feeInAddress(context);
    if (!fee || isPaid(fee.status)) return null;
    return pick(fee, "id", "description", "amountCents", "dateCharged", "invoiceNumber");
  },
  "new-pricing": async () => ({ idempotencyKey: newIdempotencyKey(), values: { isActive: "on" } }),
  "edit-pricing": async (context: DialogContext) => {
    const service = serviceInAddress(context);
    return service && editDialog(service, pricingValues(service));
  },
  "delete-pricing": async (context: DialogContext) => {
    const service = serviceInAddress(context);
    return service && pick(service, "id", "serviceName");
  },
};

const editDialog = (row: { id: number; updatedAt: string }, values: Record<string, string>) => ({
  ...pick(row, "id", "updatedAt"),
  values,
});

const feeInAddress = ({ viewer, cityId, url }: DialogContext) =>
  nullIfNotFound(readFee(viewer, cityId, idIn(url, "feeId")));

const serviceInAddress = ({ url, pricing }: DialogContext) =>
  pricing.find(({ id }) => id === idIn(url, "pricingId")) ?? null;

function cardAddress({ id, url }: RowRequest, card: "fees" | "pricing") {
  const page = wholeNumber(url.searchParams.get("feePage"));
  // A new fee is on the first page.
  const feePage = url.searchParams.get("dialog") === "new-fee" ? undefined : pageParameter(page);
  return `/cities/${id}${queryOf({ feePage })}#${card}`;
}

const pricingForm = formReturningTo<RowRequest>((sent) => cardAddress(sent, "pricing"));

const feeForm = formReturningTo<RowRequest>((sent) => cardAddress(sent, "fees"));

const feeFormFields = [
  ...Object.keys(feeFieldLabels),
  "pricingId",
  "quantity",
  "suggestedInvoiceNumber",
  "updatedAt",
];

/** A second button calculates the amount where there are no scripts. */
async function calculated({ request, viewer, id }: RowRequest, form: FormData) {
  if (form.get("intent") !== "work-out") return undefined;
  const text = (name: string) => String(form.get(name) ?? "");
  const services = await listPricing(viewer, id);
  const pricingId = wholeNumber(text("pricingId"));
  const service = services.find(({ id, isActive }) => isActive && id === pricingId);
  const result = calculateAmount(service, text("quantity"));
  if (result.field) {
    const refuse = () => Promise.reject(refusalAtField(result.field, result.problem));
    return processForm(request, form, CalculationSchema, {}, refuse);
  }
  const initialValue = {
    ...Object.fromEntries(feeFormFields.map((name) => [name, text(name)])),
    amount: decimalText(result.amount),
  };
  return data<FormResult>({ submission: { initialValue } });
}

export const billingForms = {
  pricing: pricingForm({
    schema: PricingSwitchSchema,
    failure: failures.updatePricing,
    command: ({ viewer, id, url }, fields) => updatePricing(viewer, id, idIn(url, "pricing"), fields),
    says: (_, { isActive }) => (isActive ? "Service switched on" : "Service switched off"),
  }),
  "dialog=new-fee": feeForm({
    schema: FeeSchema,
    failure: failures.createFee,
    respond: calculated,
    command: ({ viewer, id }, fields) => createFee(viewer, id, fields),
    says: "Fee created",
  }),
  "dialog=edit-fee": feeForm({
    schema: FeeEditSchema,
    failure: failures.updateFee,
    respond: calculated,
    command: ({ viewer, id, url }, { updatedAt, ...changes }) =>
      updateFee(viewer, id, idIn(url, "feeId"), changes, updatedAt),
    says: "Fee updated",
  }),
  "dialog=mark-paid": feeForm({
    failure: failures.updateFee,
    command: ({ viewer, id, url }) => markPaid(viewer, id, idIn(url, "feeId")),
    says: "Fee marked as paid",
  }),
  "dialog=new-pricing": pricingForm({
    schema: PricingSchema,
    failure: failures.createPricing,
    command: ({ viewer, id }, fields) => createPricing(viewer, id, fields),
    says: "Pricing configuration created",
  }),
  "dialog=edit-pricing": pricingForm({
    schema: PricingEditSchema,
    failure: failures.updatePricing,
    command: ({ viewer, id, url }, { updatedAt, ...changes }) =>
      updatePricing(viewer, id, idIn(url, "pricingId"), changes, updatedAt),
    says: "Pricing configuration updated",
  }),
  "dialog=delete-pricing": pricingForm({
    failure: failures.deletePricing,
    command: ({ viewer, id, url }) => deletePricing(viewer, id, idIn(url, "pricingId")),
    says: "Pricing configuration deleted",
  }),
} satisfies Record<BillingFormName, FormHandler<RowRequest>>;

export async function sendFees(viewer: Viewer, cityId: number): Promise<Response> {
  const { urban37CityCode } = await readCity(viewer, cityId);
  const code = urban37CityCode.toUpperCase().replace(/[^A-Z0-9]/g, "-");
  return sendCsv(`fees-${code}.csv`, await textStream(feesCsv(feeList(viewer, cityId).all())));
}

const firstColumns = [
  "dateCharged",
  "serviceType",
  "description",
  "invoiceNumber",
  "amountCents",
  "standing",
  "datePaid",
  "paidBy",
] as const;

export const feesCsv = (fees: AsyncIterable<ListedFee[]>): AsyncGenerator<string> =>
  csvOfBatches(feeColumns, [...firstColumns], fees);
