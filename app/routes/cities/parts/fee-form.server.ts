import type { z } from "zod";
import { decimalText } from "~/models/decimal-text";
import { CalculationSchema } from "~/models/fees/fee.schema.server";
import { calculateAmount } from "~/models/fees/pricing";
import { listPricing } from "~/models/fees/pricing.server";
import type { Viewer } from "~/models/policy";
import { refusalAtField } from "~/models/refusal";
import { processForm, refuseOtherMethods } from "~/platform/forms/form.server";
import { readForm } from "~/platform/http/request-body.server";

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
  return processForm(request, form, CalculationSchema, {}, async ({ pricingId, quantity }) => {
    const services = await activeServices(viewer, cityId);
    const service = services.find(({ id }) => String(id) === pricingId);
    const result = calculateAmount(service, quantity ?? "");
    if (result.field) throw refusalAtField(result.field, result.problem);
    return { initialValue: { ...Object.fromEntries(form), amount: decimalText(result.amount) } };
  });
}
