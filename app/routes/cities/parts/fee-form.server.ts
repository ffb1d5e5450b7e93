import { data } from "react-router";
import type { z } from "zod";
import { CalculationSchema } from "~/models/fees/fee.schema.server";
import { calculateAmount } from "~/models/fees/pricing";
import { listPricing } from "~/models/fees/pricing.server";
import { decimalText } from "~/models/money";
import type { Viewer } from "~/models/policy";
import { refusalAtField } from "~/models/refusal";
import { wholeNumber } from "~/models/whole-number";
import { type FormResult, processForm, refuseOtherMethods } from "~/platform/forms/form.server";
import { readForm } from "~/platform/http/request-body.server";
import { type FeeFieldName, feeFormLabels } from "./fee-fields";

export const activeServices = async (viewer: Viewer, cityId: number) =>
  (await listPricing(viewer, cityId)).filter(({ isActive }) => isActive);

type FeeForm<Schema extends z.ZodType> = {
  viewer: Viewer;
  cityId: number;
  schema: Schema;
  failure: string;
};

/** Saves the form of a fee. A second button calculates the amount where there are no scripts. */
export async function submitFee<Schema extends z.ZodType>(
  request: Request,
  { viewer, cityId, schema, failure }: FeeForm<Schema>,
  save: (fields: z.output<Schema>) => Promise<Response>,
) {
  refuseOtherMethods(request);
  const { form } = await readForm(request);
  if (form.get("intent") !== "work-out") return processForm(request, form, schema, { failure }, save);
  const services = await activeServices(viewer, cityId);
  const pricingId = wholeNumber(textIn(form, "pricingId"));
  const service = services.find(({ id }) => id === pricingId);
  const result = calculateAmount(service, textIn(form, "quantity"));
  if (result.field) {
    const refuse = () => Promise.reject(refusalAtField(result.field, result.problem));
    return processForm(request, form, CalculationSchema, {}, refuse);
  }
  const initialValue = { ...typedIn(form), amount: decimalText(result.amount) };
  return data<FormResult>({ submission: { initialValue } });
}

const textIn = (form: FormData, name: string) => String(form.get(name) ?? "");

const names = [...Object.keys(feeFormLabels), "suggestedInvoiceNumber" satisfies FeeFieldName, "updatedAt"];

const typedIn = (form: FormData) => Object.fromEntries(names.map((name) => [name, textIn(form, name)]));
