import type { ReactElement } from "react";
import { formatAmount } from "~/models/money";
import type { BillingData, BillingDialog } from "~/pages/fees/billing.server";
import { Card } from "../card";
import { useFormResult } from "../form-result";
import { usePageAddress } from "../page-address";
import { FailureOfGoneForm } from "../toast";
import { FeeDialog, MarkPaidDialog } from "./fee-dialog";
import { FeesCard } from "./fees-card";
import { PricingCard } from "./pricing-card";
import { DeletePricingDialog, PricingDialog } from "./pricing-dialog";

type BillingProps = { billing: BillingData };

export function Billing({ billing }: BillingProps) {
  return (
    <>
      <FeesCard billing={billing} />
      <PricingCard pricing={billing.pricing} />
      <BillingDialogs billing={billing} />
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

/** The open dialog. A refused form without a dialog is shown as a toast. */
function BillingDialogs({ billing }: BillingProps): ReactElement | null {
  const { parameters, isFor } = usePageAddress("city");
  const formResult = useFormResult();
  const dialog = billing.dialog ?? (formResult ? dialogOfDeletedRow(parameters) : null);
  if (!dialog) {
    const isGone = ["pricing", "mark-paid", "delete-pricing"].some(isFor);
    return isGone ? <FailureOfGoneForm /> : null;
  }
  switch (dialog.name) {
    case "new-fee":
    case "edit-fee":
      return <FeeDialog key={keyOf(dialog)} dialog={dialog} pricing={billing.pricing} />;
    case "mark-paid":
      return <MarkPaidDialog fee={dialog} />;
    case "new-pricing":
    case "edit-pricing":
      return <PricingDialog key={keyOf(dialog)} dialog={dialog} />;
    case "delete-pricing":
      return <DeletePricingDialog service={dialog} />;
  }
}

const keyOf = (dialog: { name: string; id?: number }) => `${dialog.name} ${dialog.id ?? ""}`;

/** Keeps the form of a deleted row open, so that the typed values are not lost. */
function dialogOfDeletedRow(parameters: URLSearchParams): BillingDialog | null {
  const name = parameters.get("dialog");
  const row = (id: string) => ({ id: Number(parameters.get(id)), updatedAt: "", values: {} });
  if (name === "edit-fee") return { name, ...row("feeId") };
  return name === "edit-pricing" ? { name, ...row("pricingId") } : null;
}
