import { readCity } from "~/models/cities/city.server";
import { feeColumns } from "~/models/fees/fee";
import { FeeEditSchema, FeeSchema } from "~/models/fees/fee.schema.server";
import { cityOfFee, createFee, markPaid, updateFee } from "~/models/fees/fee.server";
import { feeList, feeSortNames, type ListedFee, readListedFee } from "~/models/fees/fee-list.server";
import { type PricingType, parseRate, pricingColumns } from "~/models/fees/pricing";
import { pricingFields } from "~/models/fees/pricing.schema.server";
import {
  createPricing,
  deletePricing,
  type ListedPricing,
  listPricing,
  readListedPricing,
  updatePricing,
} from "~/models/fees/pricing.server";
import type { Viewer } from "~/models/policy";
import { z } from "~/models/schema.server";
import {
  changesSchema,
  creationSchema,
  decimal,
  endpointsOf,
  fromHundredths,
  listQuery,
  rowNumber,
} from "~/platform/api/endpoint.server";
import { responseSchema } from "~/platform/api/response-schema.server";
import { mapRows } from "~/platform/db/list.server";

const Fee = responseSchema(feeColumns, {
  amount: "Dollars and cents.",
  standing: "The effective status today: a fee that is pending for more than 30 days is overdue.",
  paidBy: "The person who recorded the payment.",
});

const toFee = ({ amountCents, ...fee }: ListedFee) => ({
  ...fee,
  amount: fromHundredths(amountCents),
});

const FeeFields = FeeSchema.omit({ suggestedInvoiceNumber: true }).extend({
  amount: decimal("Amount is required").pipe(FeeSchema.shape.amount),
});

const FeePatch = changesSchema(
  FeeFields.omit({ formKey: true }).extend({ dateCharged: FeeEditSchema.shape.dateCharged }),
  Fee,
);

type FeeChanges = z.output<typeof FeePatch>;

/** Changes a fee. A change of only the status to paid is the page's "Mark as paid". */
async function changeFee(viewer: Viewer, id: number, { updatedAt, ...changes }: FeeChanges) {
  const cityId = await cityOfFee(viewer, id);
  const isPayment = changes.status === "paid" && Object.keys(changes).length === 1;
  return isPayment
    ? markPaid(viewer, cityId, id, updatedAt)
    : updateFee(viewer, cityId, id, changes, updatedAt);
}

const fees = endpointsOf({
  noun: "Fees",
  who: "fee.manage",
  response: Fee,
  readRow: async ({ viewer, id }) => toFee(await readListedFee(viewer, await cityOfFee(viewer, id), id)),
});

export const feeEndpoints = [
  fees.get("/api/city-fees", {
    summary: "A city's fees, the newest first",
    query: listQuery(feeSortNames, {
      cityId: rowNumber("The city of the fees").nonoptional("Please select a city"),
    }),
    response: z.array(Fee),
    handle: async ({ viewer, query, order }) => {
      const { id } = await readCity(viewer, query.cityId);
      return mapRows(feeList(viewer, id, order), toFee);
    },
  }),
  fees.create("/api/city-fees", {
    summary: "Charges a city a fee; dateCharged is today if left out",
    body: creationSchema(FeeFields.extend({ cityId: z.int({ error: "Please select a city" }).min(1) }), Fee),
    change: ({ viewer, body: { cityId, ...fields } }) => createFee(viewer, cityId, fields),
  }),
  fees.put("/api/city-fees/{id}", {
    summary: "Changes the fields that are sent; the status paid also records the day and the person",
    details: "Sending only the status paid for a fee that is already paid is refused (409).",
    body: FeePatch,
    change: ({ viewer, id, body }) => changeFee(viewer, id, body),
  }),
];

const Pricing = responseSchema(pricingColumns, { rate: "Percent, or dollars per hour." });

const toPricing = ({ rate, ...row }: ListedPricing) => ({ ...row, rate: fromHundredths(rate) });

const PricingFields = pricingFields.extend({ rate: decimal("Rate is required"), isActive: z.boolean() });

type Context = { addIssue: (issue: { code: "custom"; path: string[]; message: string }) => void };

function hundredthsOf(pricingType: PricingType, rate: string, context: Context): number {
  const { hundredths = 0, problem } = parseRate(pricingType, rate);
  if (problem !== undefined) context.addIssue({ code: "custom", path: ["rate"], message: problem });
  return hundredths;
}

const NewPricing = creationSchema(
  PricingFields.extend({ isActive: z.boolean().default(true) }),
  Pricing,
).transform(({ rate, ...row }, context) => ({ ...row, rate: hundredthsOf(row.pricingType, rate, context) }));

const PricingChanges = changesSchema(PricingFields, Pricing).transform(({ rate, ...changes }, context) => {
  const { pricingType } = changes;
  if (rate === undefined && pricingType === undefined) return changes;
  if (rate !== undefined && pricingType !== undefined) {
    return { ...changes, rate: hundredthsOf(pricingType, rate, context) };
  }
  const missing = rate === undefined ? "rate" : "pricingType";
  context.addIssue({ code: "custom", path: [missing], message: "Send rate and pricingType together" });
  return changes;
});

const pricing = endpointsOf({ noun: "Pricing", who: "pricing.manage", response: Pricing });

export const pricingEndpoints = [
  pricing.get("/api/cities/{id}/pricing", {
    summary: "A city's pricing configurations",
    query: listQuery(["serviceName", "pricingType", "rate", "updatedAt"]),
    response: z.array(Pricing),
    handle: async ({ viewer, id: cityId }) => {
      const { id } = await readCity(viewer, cityId);
      return (await listPricing(viewer, id)).map(toPricing);
    },
  }),
  pricing.create("/api/cities/{id}/pricing", {
    summary: "Adds a service to a city's pricing",
    body: NewPricing,
    handle: async ({ viewer, id: cityId, body }) => {
      const { id } = await createPricing(viewer, cityId, body);
      return toPricing(await readListedPricing(viewer, cityId, id));
    },
  }),
  pricing.put("/api/cities/{id}/pricing/{pricingId}", {
    summary: "Changes the fields that are sent; rate and pricingType only together",
    body: PricingChanges,
    change: ({ viewer, id: cityId, pricingId, body: { updatedAt, ...changes } }) =>
      updatePricing(viewer, cityId, pricingId, changes, updatedAt),
    readRow: async ({ viewer, id: cityId, pricingId }) =>
      toPricing(await readListedPricing(viewer, cityId, pricingId)),
  }),
  pricing.remove("/api/cities/{id}/pricing/{pricingId}", {
    summary: "Deletes a pricing configuration; fees do not change",
    change: ({ viewer, id: cityId, pricingId }) => deletePricing(viewer, cityId, pricingId),
    says: "Pricing configuration deleted successfully",
  }),
];
