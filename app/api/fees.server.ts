import { replyList } from "~/api.server";
import {
  changesOf,
  Deleted,
  decimal,
  type Endpoints,
  fromHundredths,
  listQuery,
  newOf,
  rowNumber,
  sortOf,
} from "~/endpoint.server";
import { readCity } from "~/models/cities/city.server";
import { feeColumns } from "~/models/fees/fee";
import { FeeEditForm, FeeForm } from "~/models/fees/fee.form.server";
import { cityOfFee, markPaid, updateFee } from "~/models/fees/fee.server";
import { feeList, feeSortNames, type ListedFee, readListedFee } from "~/models/fees/fee-list.server";
import { type PricingType, parseRate, pricingColumns } from "~/models/fees/pricing";
import { pricingFields } from "~/models/fees/pricing.form.server";
import type { ListedPricing } from "~/models/fees/pricing.server";
import { mapRows } from "~/models/list.server";
import type { Viewer } from "~/models/policy";
import { z } from "~/models/schema.server";
import { responseSchema } from "~/response-schema.server";

const Fee = responseSchema(feeColumns, {
  amount: "Dollars and cents.",
  standing: "The effective status today: a fee that is pending for more than 30 days is overdue.",
  paidBy: "The person who recorded the payment.",
});

/** Converts the amount from cents to dollars. */
export const asFee = ({ amountCents, ...fee }: ListedFee) => ({
  ...fee,
  amount: fromHundredths(amountCents),
});

const FeeFields = FeeForm.omit({ suggestedInvoiceNumber: true }).extend({
  amount: decimal("Amount is required").pipe(FeeForm.shape.amount),
});

export const feeEndpoints = {
  list: {
    method: "GET",
    address: "/api/city-fees",
    noun: "Fees",
    summary: "A city's fees, the newest first",
    who: "fee.manage",
    query: listQuery(feeSortNames, {
      cityId: rowNumber("The city of the fees").nonoptional("Please select a city"),
    }),
    response: z.array(Fee),
  },
  create: {
    method: "POST",
    address: "/api/city-fees",
    noun: "Fees",
    summary: "Charges a city a fee; dateCharged is today if left out",
    who: "fee.manage",
    body: newOf(FeeFields.extend({ cityId: z.int({ error: "Please select a city" }).min(1) }), Fee),
    response: Fee,
    status: 201,
    refuses: [409],
  },
  update: {
    method: "PUT",
    address: "/api/city-fees/{id}",
    noun: "Fees",
    summary: "Changes the fields that are sent; the status paid also records the day and the person",
    details: "Sending only the status paid for a fee that is already paid is refused (409).",
    who: "fee.manage",
    body: changesOf(
      FeeFields.omit({ formKey: true }).extend({ dateCharged: FeeEditForm.shape.dateCharged }),
      Fee,
    ),
    response: Fee,
    refuses: [409],
  },
} as const satisfies Endpoints;

type FeeList = z.output<typeof feeEndpoints.list.query>;

/** Returns the fees of a city: the requested page or all of them. Throws 404 for an unknown city. */
export async function replyFees(viewer: Viewer, { cityId, sort, ...paging }: FeeList) {
  const { id } = await readCity(viewer, cityId);
  return replyList(feeEndpoints.list, paging, mapRows(feeList(viewer, id, sortOf(sort)), asFee));
}

/**
 * Changes a fee by its id and returns it as in the list. A change of only the status to paid is the page's
 * "Mark as paid". Throws 404 for a fee out of scope, 409 for a stale version or a fee that is already paid.
 */
export async function changeFee(
  viewer: Viewer,
  id: number,
  { updatedAt, ...changes }: z.output<typeof feeEndpoints.update.body>,
) {
  const cityId = await cityOfFee(viewer, id);
  const isPayment = changes.status === "paid" && Object.keys(changes).length === 1;
  if (isPayment) await markPaid(viewer, cityId, id, updatedAt);
  else await updateFee(viewer, cityId, id, changes, updatedAt);
  return asFee(await readListedFee(viewer, cityId, id));
}

/** Returns a fee by its id, as in the list. Throws 404 for a fee out of scope. */
export async function readFeeOfAnyCity(viewer: Viewer, id: number) {
  return asFee(await readListedFee(viewer, await cityOfFee(viewer, id), id));
}

const Pricing = responseSchema(pricingColumns, { rate: "Percent, or dollars per hour." });

/** Converts the rate from hundredths. */
export const asPricing = ({ rate, ...row }: ListedPricing) => ({ ...row, rate: fromHundredths(rate) });

const PricingFields = pricingFields.extend({ rate: decimal("Rate is required"), isActive: z.boolean() });

type Context = { addIssue: (issue: { code: "custom"; path: string[]; message: string }) => void };

/** Parses a rate to hundredths. Its limits depend on the pricing type. */
function hundredthsOf(pricingType: PricingType, rate: string, context: Context): number {
  const { hundredths = 0, problem } = parseRate(pricingType, rate);
  if (problem !== undefined) context.addIssue({ code: "custom", path: ["rate"], message: problem });
  return hundredths;
}

const NewPricing = newOf(PricingFields.extend({ isActive: z.boolean().default(true) }), Pricing).transform(
  ({ rate, ...row }, context) => ({ ...row, rate: hundredthsOf(row.pricingType, rate, context) }),
);

const PricingChanges = changesOf(PricingFields, Pricing).transform(({ rate, ...changes }, context) => {
  const { pricingType } = changes;
  if (rate === undefined && pricingType === undefined) return changes;
  if (rate !== undefined && pricingType !== undefined) {
    return { ...changes, rate: hundredthsOf(pricingType, rate, context) };
  }
  const missing = rate === undefined ? "rate" : "pricingType";
  context.addIssue({ code: "custom", path: [missing], message: "Send rate and pricingType together" });
  return changes;
});

const ofOnePricing = {
  address: "/api/cities/{id}/pricing/{pricingId}",
  noun: "Pricing",
  who: "pricing.manage",
} as const;

export const pricingEndpoints = {
  list: {
    method: "GET",
    address: "/api/cities/{id}/pricing",
    noun: "Pricing",
    summary: "A city's pricing configurations",
    who: "pricing.manage",
    query: listQuery(["serviceName", "pricingType", "rate", "updatedAt"], {}),
    response: z.array(Pricing),
  },
  create: {
    method: "POST",
    address: "/api/cities/{id}/pricing",
    noun: "Pricing",
    summary: "Adds a service to a city's pricing",
    who: "pricing.manage",
    body: NewPricing,
    response: Pricing,
    status: 201,
    refuses: [409],
  },
  update: {
    ...ofOnePricing,
    method: "PUT",
    summary: "Changes the fields that are sent; rate and pricingType only together",
    body: PricingChanges,
    response: Pricing,
    refuses: [409],
  },
  remove: {
    ...ofOnePricing,
    method: "DELETE",
    summary: "Deletes a pricing configuration; fees do not change",
    response: Deleted,
  },
} as const satisfies Endpoints;
