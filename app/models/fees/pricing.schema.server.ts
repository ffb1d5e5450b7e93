import { emptiedAsNull, formKey, oneOf, optionalLines, required, rowVersion, z } from "../schema.server";
import { type PricingType, parseRate, pricingTypeValues } from "./pricing";

export const pricingFields = z.object({
  serviceName: required("Service name is required", 200),
  pricingType: oneOf(pricingTypeValues, "Pricing type is required"),
  /** As typed; the parsed number is cents per hour or hundredths of a percent. */
  rate: required("Rate is required", 50),
  description: optionalLines(1000),
  // A browser omits an unchecked checkbox.
  isActive: z.boolean().default(false),
});

type RateFields = { pricingType: PricingType; rate: string };

const hasRateFields = (value: unknown): value is RateFields => {
  const { pricingType, rate } = value as Partial<RateFields>;
  return typeof rate === "string" && rate !== "" && pricingTypeValues.some((type) => type === pricingType);
};

/** Also when other fields are invalid, to show all messages at once. */
function withParsedRate<Schema extends z.ZodType<RateFields>>(schema: Schema) {
  return schema
    .refine(({ pricingType, rate }) => parseRate(pricingType, rate).problem === undefined, {
      path: ["rate"],
      when: ({ value }) => hasRateFields(value),
      error: ({ input }) => {
        const { pricingType, rate } = input as RateFields;
        return parseRate(pricingType, rate).problem;
      },
    })
    .transform((value): Omit<z.output<Schema>, "rate"> & { rate: number } => ({
      ...value,
      rate: parseRate(value.pricingType, value.rate).hundredths ?? 0,
    }));
}

export const PricingSchema = withParsedRate(pricingFields.extend({ formKey }));
export const PricingEditSchema = withParsedRate(
  emptiedAsNull(pricingFields).extend({ updatedAt: rowVersion }),
);

export const PricingSwitchSchema = pricingFields.pick({ isActive: true });

export type NewPricing = z.output<typeof PricingSchema>;
export type PricingChanges = Partial<Omit<NewPricing, "formKey">>;
