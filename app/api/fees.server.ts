import {
  bodyOf,
  type Call,
  changesOf,
  date,
  decimal,
  fromHundredths,
  id,
  moment,
  onceKey,
  paging,
  rowNumber,
  sortedBy,
  z,
} from "~/endpoint.server";
import { today } from "~/models/clock.server";
import { feeServiceTypeValues, feeStanding, feeStatusValues } from "~/models/fees/fee";
import { FeeEditForm, FeeForm } from "~/models/fees/fee.form.server";
import type { ListedFee } from "~/models/fees/fee.server";

const noun = "Fees";

export const Fee = z.object({
  id,
  cityId: id,
  serviceType: z.literal(feeServiceTypeValues),
  description: z.string(),
  amount: z.number().meta({ description: "Dollars and cents." }),
  status: z.literal(feeStatusValues),
  standing: z
    .literal(feeStatusValues)
    .meta({ description: "How it stands today: what is pending for more than 30 days is overdue." }),
  invoiceNumber: z.string().nullable(),
  notes: z.string().nullable(),
  dateCharged: date,
  datePaid: date.nullable(),
  paidBy: z.string().nullable().meta({ description: "Who took the payment down." }),
  updatedAt: moment,
});

/** Amounts are cents inside. */
export const asFee = ({ amountCents, ...fee }: ListedFee) => ({
  ...fee,
  amount: fromHundredths(amountCents),
  standing: feeStanding(fee, today()),
});

const amount = decimal("Amount is required").pipe(FeeForm.shape.amount);
const Fields = FeeForm.omit({ suggestedInvoiceNumber: true }).extend({
  amount,
  formKey: FeeForm.shape.formKey.meta(onceKey),
});

export const feeCalls = {
  list: {
    method: "GET",
    address: "/api/city-fees",
    noun,
    summary: "A city's fees, the newest first",
    who: "fee.manage",
    query: z.strictObject({
      cityId: rowNumber("The city whose fees they are").nonoptional("Please select a city"),
      ...sortedBy("dateCharged", "datePaid", "amount", "status", "serviceType", "invoiceNumber"),
      ...paging,
    }),
    answer: z.array(Fee),
  },
  create: {
    method: "POST",
    address: "/api/city-fees",
    noun,
    summary: "Charges a city; without dateCharged it is today",
    who: "fee.manage",
    body: bodyOf(Fields.extend({ cityId: z.int({ error: "Please select a city" }).min(1) }), Fee),
    answer: Fee,
    status: 201,
    refuses: [409],
  },
  update: {
    method: "PUT",
    address: "/api/city-fees/{id}",
    noun,
    summary: "Changes the fields that are sent; the status paid is marked with the day and who did it",
    details: "The status paid alone is refused (409) for a fee that is paid already.",
    who: "fee.manage",
    body: changesOf(
      Fields.omit({ formKey: true }).extend({ dateCharged: FeeEditForm.shape.dateCharged }),
      Fee,
    ),
    answer: Fee,
    refuses: [409],
  },
} as const satisfies Record<string, Call>;
