import { formatAmount } from "~/models/money";
import { Card } from "~/ui/card";
import type { Route } from "../+types/city";

export function FinancialSummary({ summary }: Pick<Route.ComponentProps["loaderData"], "summary">) {
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
