import { useLocation } from "react-router";
import { formatDate } from "~/models/calendar-date";
import { type Columns, optionLabel } from "~/models/columns";
import { feeColumns } from "~/models/fees/fee";
import { pricingColumns } from "~/models/fees/pricing";
import { differingTexts, EditConflict } from "../edit-conflict";

type Values = Record<string, unknown>;
type BillingConflictProps = { labels: Record<string, string>; saved?: Values; typed?: Values | null };

/** Shows the values of a fee or a service that another user saved concurrently. */
export function BillingConflict({ labels, saved, typed }: BillingConflictProps) {
  const { pathname, search } = useLocation();
  if (!saved) return null;
  return (
    <EditConflict
      differing={differingTexts(labels, saved, typed ?? {}, displayText)}
      startAgainTo={`${pathname}${search}`}
    />
  );
}

const columns: Columns = { ...feeColumns, ...pricingColumns };

function displayText(name: string, value: unknown): string {
  const text = String(value ?? "");
  const column = columns[name];
  switch (column?.kind) {
    case "date":
      return formatDate(text);
    case "flag":
      return text ? "Yes" : "No";
    case "option":
      return optionLabel(column.of, text) || "none";
    default:
      return text || "none";
  }
}
