import { formKey, oneOf, optional, orNull, required, z } from "../schema.server";
import { type PricingType, parseRate, pricingTypeValues } from "./pricing";

export const pricingFields = z.object({
  serviceName: required("Service name is required", 200),
  pricingType: oneOf(pricingTypeValues, "Pricing type is required"),
  /** As it is typed; cents an hour, or hundredths of a percent, once it is parsed. */
  rate: required("Rate is required", 50),
  description: optional(1000),
  // An unticked box sends nothing.
  isActive: z.boolean().default(false),
});

type Rated = { pricingType: PricingType; rate: string };

const isRated = (value: unknown): value is Rated => {
  const { pricingType, rate } = value as Partial<Rated>;
  return typeof rate === "string" && rate !== "" && pricingTypeValues.some((each) => each === pricingType);
};

/** Which rates there are depends on the type: said together with whatever else is wrong. */
function rated<Schema extends z.ZodType<Rated>>(schema: Schema) {
  return schema
    .refine(({ pricingType, rate }) => parseRate(pricingType, rate).problem === undefined, {
      path: ["rate"],
      when: ({ value }) => isRated(value),
      error: ({ input }) => {
        const { pricingType, rate } = input as Rated;
        return parseRate(pricingType, rate).problem;
      },
    })
    .transform((value): Omit<z.output<Schema>, "rate"> & { rate: number } => ({
      ...value,
      rate: parseRate(value.pricingType, value.rate).hundredths ?? 0,
    }));
}

export const PricingForm = rated(pricingFields.extend({ formKey }));
export const PricingEditForm = rated(
  pricingFields.extend({
    description: pricingFields.shape.description.transform(orNull),
    updatedAt: z.iso.datetime(),
  }),
);

export const PricingSwitchForm = pricingFields.pick({ isActive: true });

export type NewPricing = z.output<typeof PricingForm>;
export type PricingEditForm = z.output<typeof PricingEditForm>;
export type PricingSwitchForm = z.output<typeof PricingSwitchForm>;
export type PricingChanges = Partial<Omit<NewPricing, "formKey">>;
