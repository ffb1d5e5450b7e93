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
  /** The result of any refused form on the page, including forms outside of billing. */
  formResult?: FormResult;
};

export function Billing({ billing, formResult }: BillingProps) {
  return (
    <>
      <FeesCard billing={billing} />
      <PricingCard pricing={billing.pricing} />
      <BillingDialogs billing={billing} formResult={formResult} />
    </>
  );
}

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

/** The dialog that the address opens. A refused form without a dialog is shown as a toast. */
function BillingDialogs({ billing, formResult }: BillingProps) {
  const { dialogName, feeId, pricingId, isSwitch } = useBillingLinks();
  const dialog = billing.dialog ?? (formResult ? dialogOfDeletedRow(dialogName, feeId, pricingId) : null);
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
      return isSwitch || dialogName === "mark-paid" || dialogName === "delete-pricing" ? (
        <FailureToast formResult={formResult} />
      ) : null;
  }
}

const keyOf = (dialog: { name: string; id?: number }) => `${dialog.name} ${dialog.id ?? ""}`;

/** Keeps the form of a deleted row open, so that the typed values are not lost. */
function dialogOfDeletedRow(
  dialogName: string | null,
  feeId: string | null,
  pricingId: string | null,
): BillingDialog | null {
  const deletedRow = (id: string | null) => ({ id: Number(id), updatedAt: "" });
  if (dialogName === "edit-fee") return { name: "edit-fee", ...deletedRow(feeId), values: {} };
  if (dialogName === "edit-pricing") return { name: "edit-pricing", ...deletedRow(pricingId), values: {} };
  return null;
}
