import {
  bodyOf,
  type Call,
  changesOf,
  Deleted,
  decimal,
  fromHundredths,
  id,
  moment,
  onceKey,
  paging,
  sortedBy,
  z,
} from "~/endpoint.server";
import { type PricingType, parseRate, pricingTypeValues } from "~/models/fees/pricing";
import { pricingFields } from "~/models/fees/pricing.form.server";
import type { ListedPricing } from "~/models/fees/pricing.server";
import { formKey } from "~/models/schema.server";

const noun = "Pricing";

export const Pricing = z.object({
  id,
  cityId: id,
  serviceName: z.string(),
  pricingType: z.literal(pricingTypeValues),
  rate: z.number().meta({ description: "Percent, or dollars an hour." }),
  description: z.string().nullable(),
  isActive: z.boolean(),
  updatedAt: moment,
});

/** Rates are hundredths inside. */
export const asPricing = (cityId: number, { rate, ...row }: ListedPricing) => ({
  ...row,
  cityId,
  rate: fromHundredths(rate),
});

const Fields = pricingFields.extend({ rate: decimal("Rate is required"), isActive: z.boolean() });

type Context = { addIssue: (issue: { code: "custom"; path: string[]; message: string }) => void };

/** The rate in hundredths; what it may be depends on the type. */
function hundredthsOf(pricingType: PricingType, rate: string, context: Context): number {
  const { hundredths = 0, problem } = parseRate(pricingType, rate);
  if (problem !== undefined) context.addIssue({ code: "custom", path: ["rate"], message: problem });
  return hundredths;
}

const Added = bodyOf(
  Fields.extend({ isActive: z.boolean().default(true), formKey: formKey.meta(onceKey) }),
  Pricing,
).transform(({ rate, ...row }, context) => ({ ...row, rate: hundredthsOf(row.pricingType, rate, context) }));

const Changed = changesOf(Fields, Pricing).transform(({ rate, ...changes }, context) => {
  const { pricingType } = changes;
  if (rate === undefined && pricingType === undefined) return changes;
  if (rate !== undefined && pricingType !== undefined) {
    return { ...changes, rate: hundredthsOf(pricingType, rate, context) };
  }
  const missing = rate === undefined ? "rate" : "pricingType";
  context.addIssue({ code: "custom", path: [missing], message: "Send rate and pricingType together" });
  return changes;
});

const ofOne = { address: "/api/cities/{id}/pricing/{pricingId}", noun, who: "pricing.manage" } as const;

export const pricingCalls = {
  list: {
    method: "GET",
    address: "/api/cities/{id}/pricing",
    noun,
    summary: "A city's pricing configurations",
    who: "pricing.manage",
    query: z.strictObject({ ...sortedBy("serviceName", "pricingType", "rate", "updatedAt"), ...paging }),
    answer: z.array(Pricing),
  },
  create: {
    method: "POST",
    address: "/api/cities/{id}/pricing",
    noun,
    summary: "Adds a service to a city's pricing",
    who: "pricing.manage",
    body: Added,
    answer: Pricing,
    status: 201,
  },
  update: {
    ...ofOne,
    method: "PUT",
    summary: "Changes the fields that are sent; rate and pricingType only together",
    body: Changed,
    answer: Pricing,
    refuses: [409],
  },
  remove: {
    ...ofOne,
    method: "DELETE",
    summary: "Deletes a pricing configuration; fees stay as they are",
    answer: Deleted,
  },
} as const satisfies Record<string, Call>;
