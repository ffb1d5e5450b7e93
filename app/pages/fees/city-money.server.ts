import { data } from "react-router";
import { answer, type FormAnswer, refuseOtherMethods, submit } from "~/form.server";
import { readForm } from "~/http/request-body.server";
import { queryOf, unlessFirst } from "~/models/address";
import { today } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { feeFieldLabels, feeStanding, feeValues } from "~/models/fees/fee";
import { FeeEditForm, FeeForm, type NewFee, WorkOutForm } from "~/models/fees/fee.form.server";
import {
  createFee,
  financialSummary,
  listFees,
  markPaid,
  readFee,
  suggestInvoiceNumber,
  updateFee,
} from "~/models/fees/fee.server";
import { pricingValues, workOut } from "~/models/fees/pricing";
import {
  type NewPricing,
  PricingEditForm,
  PricingForm,
  PricingSwitchForm,
} from "~/models/fees/pricing.form.server";
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
import { Refusal } from "~/models/refusal";
import { newFormKey } from "~/models/secret.server";
import { wholeNumber } from "~/models/whole-number";
import { redirectWithSuccess } from "~/toast.server";

export type CityMoneyData = Awaited<ReturnType<typeof loadCityMoney>>;
export type MoneyDialog = NonNullable<CityMoneyData["dialog"]>;

/** A city's pricing, a page of its fees and what they add up to, with the dialog that the address opens. */
export async function loadCityMoney(viewer: Viewer, city: { id: number }, url: URL) {
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
        standing: feeStanding({ ...fee, status }, day),
      })),
    },
    summary: await financialSummary(viewer, city.id),
    dialog: await openDialog(viewer, city.id, url, pricing),
  };
}

/** What the open dialog holds; one about a row that is not there is not open. */
async function openDialog(viewer: Viewer, cityId: number, { searchParams }: URL, pricing: ListedPricing[]) {
  const service = pricing.find(({ id }) => id === wholeNumber(searchParams.get("pricingId")));
  switch (searchParams.get("dialog")) {
    case "new-fee": {
      const invoiceNumber = await suggestInvoiceNumber(viewer, cityId);
      const values = {
        status: "pending",
        dateCharged: today(),
        invoiceNumber,
        suggestedInvoiceNumber: invoiceNumber,
      };
      return { name: "new-fee" as const, formKey: newFormKey(), values };
    }
    case "edit-fee": {
      const fee = await feeNamed(viewer, cityId, searchParams);
      return fee && { name: "edit-fee" as const, ...editing(fee, feeValues(fee)) };
    }
    case "mark-paid": {
      const fee = await feeNamed(viewer, cityId, searchParams);
      if (!fee || fee.status === "paid") return null;
      const { id, description, amountCents, dateCharged, invoiceNumber } = fee;
      return { name: "mark-paid" as const, id, description, amountCents, dateCharged, invoiceNumber };
    }
    case "new-pricing":
      return { name: "new-pricing" as const, formKey: newFormKey(), values: { isActive: "on" } };
    case "edit-pricing":
      return service ? { name: "edit-pricing" as const, ...editing(service, pricingValues(service)) } : null;
    case "delete-pricing":
      return service
        ? { name: "delete-pricing" as const, id: service.id, serviceName: service.serviceName }
        : null;
    default:
      return null;
  }
}

const editing = ({ id, updatedAt }: { id: number; updatedAt: string }, values: Record<string, string>) => ({
  id,
  updatedAt,
  values,
});

async function feeNamed(viewer: Viewer, cityId: number, searchParams: URLSearchParams) {
  try {
    return await readFee(viewer, cityId, wholeNumber(searchParams.get("feeId")) ?? -1);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
}

type MoneyRequest = { request: Request; viewer: Viewer; cityId: number; url: URL };

/** Whatever the city's money sends; each form leads back to its card, on the page of fees that was open. */
export async function moneyAction(sent: MoneyRequest) {
  refuseOtherMethods(sent.request);
  const { searchParams } = sent.url;
  if (searchParams.has("pricing")) return switchPricing(sent);
  switch (searchParams.get("dialog")) {
    case "new-fee":
    case "edit-fee":
      return feeForm(sent);
    case "mark-paid": {
      const mark = async () => {
        await markPaid(sent.viewer, sent.cityId, rowOf(sent, "feeId"));
        return done(sent, "fees", "Fee marked as paid");
      };
      return submit(sent.request, NoFields, mark, { failure: failures.updateFee });
    }
    default:
      return pricingDialog(sent);
  }
}

const rowOf = ({ url }: MoneyRequest, name: string): number => wholeNumber(url.searchParams.get(name)) ?? -1;

function done({ cityId, url }: MoneyRequest, card: "fees" | "pricing", description: string) {
  const page = wholeNumber(url.searchParams.get("feePage"));
  // The first page has what is newly charged.
  const feePage = url.searchParams.get("dialog") === "new-fee" ? undefined : unlessFirst(page);
  return redirectWithSuccess(`/cities/${cityId}${queryOf({ feePage })}#${card}`, description);
}

async function feeForm(sent: MoneyRequest) {
  const { request, viewer, cityId, url } = sent;
  const { form } = await readForm(request);
  if (form.get("intent") === "work-out") return workedOut(sent, form);
  if (url.searchParams.get("dialog") === "new-fee") {
    const create = async (fields: NewFee) => {
      await createFee(viewer, cityId, fields);
      return done(sent, "fees", "Fee created");
    };
    return answer(request, form, FeeForm, create, { failure: failures.createFee });
  }
  const save = async ({ updatedAt, ...changes }: FeeEditForm) => {
    await updateFee(viewer, cityId, rowOf(sent, "feeId"), changes, updatedAt);
    return done(sent, "fees", "Fee updated");
  };
  return answer(request, form, FeeEditForm, save, { failure: failures.updateFee });
}

const feeFormFields = [
  ...Object.keys(feeFieldLabels),
  "pricingId",
  "quantity",
  "suggestedInvoiceNumber",
  "updatedAt",
];

/** Without scripts: the form as it was typed, with the amount filled in or what keeps it from being known. */
async function workedOut({ request, viewer, cityId }: MoneyRequest, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "");
  const services = await listPricing(viewer, cityId);
  const service = services.find(({ id, isActive }) => isActive && id === wholeNumber(text("pricingId")));
  const result = workOut(service, text("quantity"));
  if (result.field) {
    const refuse = () =>
      Promise.reject(new Refusal(400, result.problem, { [result.field]: [result.problem] }));
    return answer(request, form, WorkOutForm, refuse);
  }
  const initialValue = {
    ...Object.fromEntries(feeFormFields.map((name) => [name, text(name)])),
    amount: decimalText(result.amount),
  };
  return data<FormAnswer>({ result: { initialValue } });
}

function switchPricing(sent: MoneyRequest) {
  const change = async (fields: PricingSwitchForm) => {
    await updatePricing(sent.viewer, sent.cityId, rowOf(sent, "pricing"), fields);
    return done(sent, "pricing", fields.isActive ? "Service switched on" : "Service switched off");
  };
  return submit(sent.request, PricingSwitchForm, change, {
    failure: failures.updatePricing,
  });
}

function pricingDialog(sent: MoneyRequest) {
  const { request, viewer, cityId, url } = sent;
  switch (url.searchParams.get("dialog")) {
    case "new-pricing": {
      const create = async (fields: NewPricing) => {
        await createPricing(viewer, cityId, fields);
        return done(sent, "pricing", "Pricing configuration created");
      };
      return submit(request, PricingForm, create, { failure: failures.createPricing });
    }
    case "edit-pricing": {
      const save = async ({ updatedAt, ...changes }: PricingEditForm) => {
        await updatePricing(viewer, cityId, rowOf(sent, "pricingId"), changes, updatedAt);
        return done(sent, "pricing", "Pricing configuration updated");
      };
      return submit(request, PricingEditForm, save, { failure: failures.updatePricing });
    }
    case "delete-pricing": {
      const remove = async () => {
        await deletePricing(viewer, cityId, rowOf(sent, "pricingId"));
        return done(sent, "pricing", "Pricing configuration deleted");
      };
      return submit(request, NoFields, remove, { failure: failures.deletePricing });
    }
    default:
      throw new Refusal(400, "Nothing was sent that this page knows. Go back and try again.");
  }
}
