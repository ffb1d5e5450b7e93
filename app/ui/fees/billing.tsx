import type { ReactElement } from "react";
import type { FormResult } from "~/form.server";
import { formatAmount } from "~/models/money";
import type { BillingData, BillingDialog } from "~/pages/fees/billing.server";
import { Card } from "../card";
import { usePageAddress } from "../page-address";
import { FailureToast } from "../toast";
import { FeeDialog, MarkPaidDialog } from "./fee-dialog";
import { FeesCard } from "./fees-card";
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

/** The open dialog. A refused form without a dialog is shown as a toast. */
function BillingDialogs({ billing, formResult }: BillingProps): ReactElement | null {
  const { parameters, isFor } = usePageAddress("city");
  const dialog = billing.dialog ?? (formResult ? dialogOfDeletedRow(parameters) : null);
  if (!dialog) {
    const isGone = ["pricing", "mark-paid", "delete-pricing"].some(isFor);
    return isGone ? <FailureToast formResult={formResult} /> : null;
  }
  switch (dialog.name) {
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
