import { data } from "react-router";
import type { z } from "zod";
import { type FormResult, processForm } from "~/form.server";
import { readForm } from "~/http/request-body.server";
import { idParameter, pageParameter, queryOf } from "~/models/address";
import { today } from "~/models/clock.server";
import { failures } from "~/models/failures";
import type { BillingFormName } from "~/models/fees/billing-form";
import { feeFieldLabels, feeValues, isPaid } from "~/models/fees/fee";
import { CalculationSchema, FeeEditSchema, FeeSchema } from "~/models/fees/fee.schema.server";
import { createFee, markPaid, readFee, suggestInvoiceNumber, updateFee } from "~/models/fees/fee.server";
import { feeList } from "~/models/fees/fee-list.server";
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
import { NoFields } from "~/models/permits/permit.schema.server";
import type { Viewer } from "~/models/policy";
import { nullIfNotFound, refusalAtField } from "~/models/refusal";
import { newIdempotencyKey } from "~/models/secret.server";
import { wholeNumber } from "~/models/whole-number";
import { type FormHandler, openDialog, pageForm, type RowRequest } from "~/page-forms.server";
import { redirectWithSuccess } from "~/toast.server";

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
    const values = {
      status: "pending",
      dateCharged: today(),
      invoiceNumber,
      suggestedInvoiceNumber: invoiceNumber,
    };
    return { idempotencyKey: newIdempotencyKey(), values };
  },
  "edit-fee": async (context: DialogContext) => {
    const fee = await feeInAddress(context);
    return fee && editDialog(fee, feeValues(fee));
  },
  "mark-paid": async (context: DialogContext) => {
    const fee = await feeInAddress(context);
    if (!fee || isPaid(fee.status)) return null;
    const { id, description, amountCents, dateCharged, invoiceNumber } = fee;
    return { id, description, amountCents, dateCharged, invoiceNumber };
  },
  "new-pricing": async () => ({ idempotencyKey: newIdempotencyKey(), values: { isActive: "on" } }),
  "edit-pricing": async (context: DialogContext) => {
    const service = serviceInAddress(context);
    return service && editDialog(service, pricingValues(service));
  },
  "delete-pricing": async (context: DialogContext) => {
    const service = serviceInAddress(context);
    return service && { id: service.id, serviceName: service.serviceName };
  },
};

const editDialog = (
  { id, updatedAt }: { id: number; updatedAt: string },
  values: Record<string, string>,
) => ({
  id,
  updatedAt,
  values,
});

const feeInAddress = ({ viewer, cityId, url }: DialogContext) =>
  nullIfNotFound(readFee(viewer, cityId, feeIdIn(url)));

const serviceInAddress = ({ url, pricing }: DialogContext) =>
  pricing.find(({ id }) => id === pricingIdIn(url)) ?? null;

const feeIdIn = ({ searchParams }: URL) => idParameter(searchParams, "feeId");
const pricingIdIn = ({ searchParams }: URL) => idParameter(searchParams, "pricingId");

/** Keeps the open page of fees. */
function redirectToCard({ id, url }: RowRequest, card: "fees" | "pricing", description: string) {
  const page = wholeNumber(url.searchParams.get("feePage"));
  // A new fee is on the first page.
  const feePage = url.searchParams.get("dialog") === "new-fee" ? undefined : pageParameter(page);
  return redirectWithSuccess(`/cities/${id}${queryOf({ feePage })}#${card}`, description);
}

type FeeEntry<Schema extends z.ZodType> = {
  schema: Schema;
  failure: string;
  command: (sent: RowRequest, fields: z.output<Schema>) => Promise<Response>;
};

/** A second button calculates the amount without saving. */
function feeForm<Schema extends z.ZodType>({ schema, failure, command }: FeeEntry<Schema>) {
  return async (sent: RowRequest) => {
    const { form } = await readForm(sent.request);
    if (form.get("intent") === "work-out") return formWithAmount(sent, form);
    return processForm(sent.request, form, schema, (fields) => command(sent, fields), { failure });
  };
}

const feeFormFields = [
  ...Object.keys(feeFieldLabels),
  "pricingId",
  "quantity",
  "suggestedInvoiceNumber",
  "updatedAt",
];

/** Without scripts. */
async function formWithAmount({ request, viewer, id }: RowRequest, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "");
  const services = await listPricing(viewer, id);
  const pricingId = wholeNumber(text("pricingId"));
  const service = services.find(({ id, isActive }) => isActive && id === pricingId);
  const result = calculateAmount(service, text("quantity"));
  if (result.field) {
    const refuse = () => Promise.reject(refusalAtField(result.field, result.problem));
    return processForm(request, form, CalculationSchema, refuse);
  }
  const initialValue = {
    ...Object.fromEntries(feeFormFields.map((name) => [name, text(name)])),
    amount: decimalText(result.amount),
  };
  return data<FormResult>({ submission: { initialValue } });
}

export const billingForms = {
  pricing: pageForm({
    schema: PricingSwitchSchema,
    failure: failures.updatePricing,
    command: async (sent, fields) => {
      await updatePricing(sent.viewer, sent.id, idParameter(sent.url.searchParams, "pricing"), fields);
      return redirectToCard(
        sent,
        "pricing",
        fields.isActive ? "Service switched on" : "Service switched off",
      );
    },
  }),
  "dialog=new-fee": feeForm({
    schema: FeeSchema,
    failure: failures.createFee,
    command: async (sent, fields) => {
      await createFee(sent.viewer, sent.id, fields);
      return redirectToCard(sent, "fees", "Fee created");
    },
  }),
  "dialog=edit-fee": feeForm({
    schema: FeeEditSchema,
    failure: failures.updateFee,
    command: async (sent, { updatedAt, ...changes }) => {
      await updateFee(sent.viewer, sent.id, feeIdIn(sent.url), changes, updatedAt);
      return redirectToCard(sent, "fees", "Fee updated");
    },
  }),
  "dialog=mark-paid": pageForm({
    schema: NoFields,
    failure: failures.updateFee,
    command: async (sent) => {
      await markPaid(sent.viewer, sent.id, feeIdIn(sent.url));
      return redirectToCard(sent, "fees", "Fee marked as paid");
    },
  }),
  "dialog=new-pricing": pageForm({
    schema: PricingSchema,
    failure: failures.createPricing,
    command: async (sent, fields) => {
      await createPricing(sent.viewer, sent.id, fields);
      return redirectToCard(sent, "pricing", "Pricing configuration created");
    },
  }),
  "dialog=edit-pricing": pageForm({
    schema: PricingEditSchema,
    failure: failures.updatePricing,
    command: async (sent, { updatedAt, ...changes }) => {
      await updatePricing(sent.viewer, sent.id, pricingIdIn(sent.url), changes, updatedAt);
      return redirectToCard(sent, "pricing", "Pricing configuration updated");
    },
  }),
  "dialog=delete-pricing": pageForm({
    schema: NoFields,
    failure: failures.deletePricing,
    command: async (sent) => {
      await deletePricing(sent.viewer, sent.id, pricingIdIn(sent.url));
      return redirectToCard(sent, "pricing", "Pricing configuration deleted");
    },
  }),
} satisfies Record<BillingFormName, FormHandler<RowRequest>>;
