import type { FormResult } from "~/form.server";
import { formatAmount } from "~/models/money";
import type { BillingData, BillingDialog } from "~/pages/fees/billing.server";
import { Card } from "../card";
import { FailureToast } from "../failure-toast";
import { useBillingLinks } from "./billing-links";
import { FeeDialog } from "./fee-dialog";
import { FeesCard } from "./fees-card";
import { MarkPaidDialog } from "./mark-paid-dialog";
import { PricingCard } from "./pricing-card";
import { DeletePricingDialog, PricingDialog } from "./pricing-dialog";

type BillingProps = {
  billing: BillingData;
  /** What a refused form of the page got back; that of another part of the page is left alone. */
  formResult?: FormResult;
};

/** A city's pricing and what it was charged, with the dialogs over them. */
export function Billing({ billing, formResult }: BillingProps) {
  return (
    <>
      <FeesCard billing={billing} />
      <PricingCard pricing={billing.pricing} />
      <MoneyDialogs billing={billing} formResult={formResult} />
    </>
  );
}

/** What a city was charged, has paid and owes. */
export function FinancialSummary({ summary }: { summary: BillingData["summary"] }) {
  const amounts = [
    ["Total billed", summary.billed],
    ["Paid", summary.paid],
    ["Outstanding", summary.outstanding],
  ] as const;
  return (
    <Card title="Financial summary">
      <dl className="fields thirds">
        {amounts.map(([label, cents]) => (
          <div key={label}>
            <dt className="small">{label}</dt>
            <dd className="text-[1.25rem] font-semibold">{formatAmount(cents)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** The dialog that the address opens; a refusal that has none any more is told by a toast. */
function MoneyDialogs({ billing, formResult }: BillingProps) {
  const { asked, feeId, pricingId, isSwitch } = useBillingLinks();
  const dialog = billing.dialog ?? (formResult ? lostDialog(asked, feeId, pricingId) : null);
  switch (dialog?.name) {
    case "new-fee":
    case "edit-fee":
      return (
        <FeeDialog key={keyOf(dialog)} dialog={dialog} pricing={billing.pricing} formResult={formResult} />
      );
    case "mark-paid":
      return <MarkPaidDialog fee={dialog} formResult={formResult} />;
    case "new-pricing":
    case "edit-pricing":
      return <PricingDialog key={keyOf(dialog)} dialog={dialog} formResult={formResult} />;
    case "delete-pricing":
      return <DeletePricingDialog service={dialog} formResult={formResult} />;
    default:
      return isSwitch || asked === "mark-paid" || asked === "delete-pricing" ? (
        <FailureToast formResult={formResult} />
      ) : null;
  }
}

const keyOf = (dialog: { name: string; id?: number }) => `${dialog.name} ${dialog.id ?? ""}`;

/** A form over a row that is gone meanwhile stays open: what was typed in it must not go with the row. */
function lostDialog(
  asked: string | null,
  feeId: string | null,
  pricingId: string | null,
): BillingDialog | null {
  const lost = (id: string | null) => ({ id: Number(id), updatedAt: "" });
  if (asked === "edit-fee") return { name: "edit-fee", ...lost(feeId), values: {} };
  if (asked === "edit-pricing") return { name: "edit-pricing", ...lost(pricingId), values: {} };
  return null;
}
