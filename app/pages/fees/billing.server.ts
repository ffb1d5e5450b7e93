import { data } from "react-router";
import type { z } from "zod";
import { type FormResult, processForm } from "~/form.server";
import { type FormHandler, openDialog, pageForm, type RowRequest } from "~/form-table.server";
import { readForm } from "~/http/request-body.server";
import { idParameter, queryOf, pageParameter } from "~/models/address";
import { today } from "~/models/clock.server";
import { failures } from "~/models/failures";
import type { BillingFormName } from "~/models/fees/billing-form";
import { effectiveFeeStatus, feeFieldLabels, feeValues } from "~/models/fees/fee";
import { CalculationForm, FeeEditForm, FeeForm } from "~/models/fees/fee.form.server";
import {
  createFee,
  financialSummary,
  listFees,
  markPaid,
  readFee,
  suggestInvoiceNumber,
  updateFee,
} from "~/models/fees/fee.server";
import { calculateAmount, pricingValues } from "~/models/fees/pricing";
import { PricingEditForm, PricingForm, PricingSwitchForm } from "~/models/fees/pricing.form.server";
import {
  createPricing,
  deletePricing,
  type ListedPricing,
  listPricing,
  updatePricing,
} from "~/models/fees/pricing.server";
import { decimalText } from "~/models/money";
import { NoFields } from "~/models/permits/permit.form.server";
import type { Viewer } from "~/models/policy";
import { Refusal, nullIfNotFound } from "~/models/refusal";
import { newIdempotencyKey } from "~/models/secret.server";
import { wholeNumber } from "~/models/whole-number";
import { redirectWithSuccess } from "~/toast.server";

export type BillingData = Awaited<ReturnType<typeof loadBilling>>;
export type BillingDialog = NonNullable<BillingData["dialog"]>;

/** A city's pricing, a page of its fees and what they add up to, with the dialog that the address opens. */
export async function loadBilling(viewer: Viewer, city: { id: number }, url: URL) {
  const pricing = await listPricing(viewer, city.id);
  const fees = await listFees(viewer, city.id, wholeNumber(url.searchParams.get("feePage")) ?? 1);
  const day = today();
  return {
    cityId: city.id,
    pricing: pricing.map(({ cityId, updatedAt, ...row }) => row),
    fees: {
      ...fees,
      rows: fees.rows.map(({ notes, status, ...fee }) => ({
        ...fee,
        standing: effectiveFeeStatus({ ...fee, status }, day),
      })),
    },
    summary: await financialSummary(viewer, city.id),
    dialog: await openDialog({ viewer, cityId: city.id, url, pricing }, dialogs),
  };
}

type DialogContext = { viewer: Viewer; cityId: number; url: URL; pricing: ListedPricing[] };

/** The data of each dialog; one whose row does not exist is not opened. */
const dialogs = {
  "new-fee": async ({ viewer, cityId }: DialogContext) => {
    const invoiceNumber = await suggestInvoiceNumber(viewer, cityId);
    const values = {
      status: "pending",
      dateCharged: today(),
      invoiceNumber,
      suggestedInvoiceNumber: invoiceNumber,
    };
    return { formKey: newIdempotencyKey(), values };
  },
  "edit-fee": async (context: DialogContext) => {
    const fee = await feeNamed(context);
    return fee && editing(fee, feeValues(fee));
  },
  "mark-paid": async (context: DialogContext) => {
    const fee = await feeNamed(context);
    if (!fee || fee.status === "paid") return null;
    const { id, description, amountCents, dateCharged, invoiceNumber } = fee;
    return { id, description, amountCents, dateCharged, invoiceNumber };
  },
  "new-pricing": async () => ({ formKey: newIdempotencyKey(), values: { isActive: "on" } }),
  "edit-pricing": async (context: DialogContext) => {
    const service = serviceNamed(context);
    return service && editing(service, pricingValues(service));
  },
  "delete-pricing": async (context: DialogContext) => {
    const service = serviceNamed(context);
    return service && { id: service.id, serviceName: service.serviceName };
  },
};

const editing = ({ id, updatedAt }: { id: number; updatedAt: string }, values: Record<string, string>) => ({
  id,
  updatedAt,
  values,
});

const feeNamed = ({ viewer, cityId, url }: DialogContext) =>
  nullIfNotFound(readFee(viewer, cityId, feeIn(url)));

const serviceNamed = ({ url, pricing }: DialogContext) =>
  pricing.find(({ id }) => id === pricingIn(url)) ?? null;

const feeIn = ({ searchParams }: URL) => idParameter(searchParams, "feeId");
const pricingIn = ({ searchParams }: URL) => idParameter(searchParams, "pricingId");

/** Redirects to a card of the city's page, on the page of fees that was open. */
function done({ id, url }: RowRequest, card: "fees" | "pricing", description: string) {
  const page = wholeNumber(url.searchParams.get("feePage"));
  // The first page has what is newly charged.
  const feePage = url.searchParams.get("dialog") === "new-fee" ? undefined : pageParameter(page);
  return redirectWithSuccess(`/cities/${id}${queryOf({ feePage })}#${card}`, description);
}

type FeeEntry<Schema extends z.ZodType> = {
  schema: Schema;
  failure: string;
  command: (sent: RowRequest, fields: z.output<Schema>) => Promise<Response>;
};

/** An entry for a fee's form, which has a second button: it calculates the amount and saves nothing. */
function feeForm<Schema extends z.ZodType>({ schema, failure, command }: FeeEntry<Schema>) {
  return async (sent: RowRequest) => {
    const { form } = await readForm(sent.request);
    if (form.get("intent") === "work-out") return amountCalculated(sent, form);
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

/** Without scripts: the form as it was typed, with the calculated amount or the reason why there is none. */
async function amountCalculated({ request, viewer, id }: RowRequest, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "");
  const services = await listPricing(viewer, id);
  const pricingId = wholeNumber(text("pricingId"));
  const service = services.find((each) => each.isActive && each.id === pricingId);
  const result = calculateAmount(service, text("quantity"));
  if (result.field) {
    const refuse = () =>
      Promise.reject(new Refusal(400, result.problem, { [result.field]: [result.problem] }));
    return processForm(request, form, CalculationForm, refuse);
  }
  const initialValue = {
    ...Object.fromEntries(feeFormFields.map((name) => [name, text(name)])),
    amount: decimalText(result.amount),
  };
  return data<FormResult>({ submission: { initialValue } });
}

/** The forms of a city's fees and pricing; each leads back to its card. */
export const billingForms = {
  pricing: pageForm({
    schema: PricingSwitchForm,
    failure: failures.updatePricing,
    command: async (sent, fields) => {
      await updatePricing(sent.viewer, sent.id, idParameter(sent.url.searchParams, "pricing"), fields);
      return done(sent, "pricing", fields.isActive ? "Service switched on" : "Service switched off");
    },
  }),
  "dialog=new-fee": feeForm({
    schema: FeeForm,
    failure: failures.createFee,
    command: async (sent, fields) => {
      await createFee(sent.viewer, sent.id, fields);
      return done(sent, "fees", "Fee created");
    },
  }),
  "dialog=edit-fee": feeForm({
    schema: FeeEditForm,
    failure: failures.updateFee,
    command: async (sent, { updatedAt, ...changes }) => {
      await updateFee(sent.viewer, sent.id, feeIn(sent.url), changes, updatedAt);
      return done(sent, "fees", "Fee updated");
    },
  }),
  "dialog=mark-paid": pageForm({
    schema: NoFields,
    failure: failures.updateFee,
    command: async (sent) => {
      await markPaid(sent.viewer, sent.id, feeIn(sent.url));
      return done(sent, "fees", "Fee marked as paid");
    },
  }),
  "dialog=new-pricing": pageForm({
    schema: PricingForm,
    failure: failures.createPricing,
    command: async (sent, fields) => {
      await createPricing(sent.viewer, sent.id, fields);
      return done(sent, "pricing", "Pricing configuration created");
    },
  }),
  "dialog=edit-pricing": pageForm({
    schema: PricingEditForm,
    failure: failures.updatePricing,
    command: async (sent, { updatedAt, ...changes }) => {
      await updatePricing(sent.viewer, sent.id, pricingIn(sent.url), changes, updatedAt);
      return done(sent, "pricing", "Pricing configuration updated");
    },
  }),
  "dialog=delete-pricing": pageForm({
    schema: NoFields,
    failure: failures.deletePricing,
    command: async (sent) => {
      await deletePricing(sent.viewer, sent.id, pricingIn(sent.url));
      return done(sent, "pricing", "Pricing configuration deleted");
    },
  }),
} satisfies Record<BillingFormName, FormHandler<RowRequest>>;
