import type { FormAnswer } from "~/form.server";
import { formatAmount } from "~/models/money";
import type { CityMoneyData, MoneyDialog } from "~/pages/fees/city-money.server";
import { Card } from "../card";
import { FailureToast } from "../failure-toast";
import { FeeDialog } from "./fee-dialog";
import { FeesCard } from "./fees-card";
import { MarkPaidDialog } from "./mark-paid-dialog";
import { useMoneyAddress } from "./money-address";
import { PricingCard } from "./pricing-card";
import { DeletePricingDialog, PricingDialog } from "./pricing-dialog";

type CityMoneyProps = {
  money: CityMoneyData;
  /** What a refused form of the page got back; that of another part of the page is left alone. */
  answer?: FormAnswer;
};

/** A city's pricing and what it was charged, with the dialogs over them. */
export function CityMoney({ money, answer }: CityMoneyProps) {
  return (
    <>
      <FeesCard money={money} />
      <PricingCard pricing={money.pricing} />
      <MoneyDialogs money={money} answer={answer} />
    </>
  );
}

/** What a city was charged, has paid and owes. */
export function FinancialSummary({ summary }: { summary: CityMoneyData["summary"] }) {
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
function MoneyDialogs({ money, answer }: CityMoneyProps) {
  const { asked, feeId, pricingId, isSwitch } = useMoneyAddress();
  const dialog = money.dialog ?? (answer ? lostDialog(asked, feeId, pricingId) : null);
  switch (dialog?.name) {
    case "new-fee":
    case "edit-fee":
      return <FeeDialog key={keyOf(dialog)} dialog={dialog} pricing={money.pricing} answer={answer} />;
    case "mark-paid":
      return <MarkPaidDialog fee={dialog} answer={answer} />;
    case "new-pricing":
    case "edit-pricing":
      return <PricingDialog key={keyOf(dialog)} dialog={dialog} answer={answer} />;
    case "delete-pricing":
      return <DeletePricingDialog service={dialog} answer={answer} />;
    default:
      return isSwitch || asked === "mark-paid" || asked === "delete-pricing" ? (
        <FailureToast answer={answer} />
      ) : null;
  }
}

const keyOf = (dialog: { name: string; id?: number }) => `${dialog.name} ${dialog.id ?? ""}`;

/** A form over a row that is gone meanwhile stays open: what was typed in it must not go with the row. */
function lostDialog(
  asked: string | null,
  feeId: string | null,
  pricingId: string | null,
): MoneyDialog | null {
  const lost = (id: string | null) => ({ id: Number(id), updatedAt: "" });
  if (asked === "edit-fee") return { name: "edit-fee", ...lost(feeId), values: {} };
  if (asked === "edit-pricing") return { name: "edit-pricing", ...lost(pricingId), values: {} };
  return null;
}
