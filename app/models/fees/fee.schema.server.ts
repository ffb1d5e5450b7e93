import { parseAmount } from "../money";
import {
  emptiedAsNull,
  formKey,
  oneOf,
  optional,
  optionalDate,
  optionalLines,
  optionalNumber,
  required,
  requiredDate,
  rowVersion,
  z,
} from "../schema.server";
import { feeServiceTypeValues, feeStatusValues } from "./fee";

const amount = required("Amount is required", 50).transform((text, context) => {
  const { hundredths, problem } = parseAmount(text);
  if (problem === undefined) return hundredths;
  context.issues.push({ code: "custom", message: problem, input: text });
  return z.NEVER;
});

const fields = z.object({
  serviceType: oneOf(feeServiceTypeValues, "Service type is required"),
  description: required("Description is required"),
  amount,
  status: oneOf(feeStatusValues, "Status is required"),
  invoiceNumber: optionalNumber(50),
  notes: optionalLines(2000),
});

export const FeeSchema = fields.extend({
  dateCharged: optionalDate,
  suggestedInvoiceNumber: optionalNumber(50),
  formKey,
});

export const FeeEditSchema = emptiedAsNull(fields).extend({
  dateCharged: requiredDate("Date charged is required"),
  updatedAt: rowVersion,
});

/** Validated with the city's pricing. */
export const CalculationSchema = z.object({ pricingId: optional(20), quantity: optional(50) });

export type NewFee = z.output<typeof FeeSchema>;
export type FeeChanges = Partial<Omit<z.output<typeof FeeEditSchema>, "updatedAt">>;
