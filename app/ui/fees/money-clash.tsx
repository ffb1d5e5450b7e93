import { useLocation } from "react-router";
import { formatDate } from "~/models/calendar-date";
import { feeServiceTypes, feeStatuses } from "~/models/fees/fee";
import { pricingTypes } from "~/models/fees/pricing";
import { differingTexts, VersionClash } from "../version-clash";

type Values = Record<string, unknown>;
type MoneyClashProps = { labels: Record<string, string>; saved?: Values; typed?: Values | null };

/** What somebody else saved meanwhile of a fee or a service. */
export function MoneyClash({ labels, saved, typed }: MoneyClashProps) {
  const { pathname, search } = useLocation();
  if (!saved) return null;
  return (
    <VersionClash
      differing={differingTexts(labels, saved, typed ?? {}, inWords)}
      startAgain={`${pathname}${search}`}
    />
  );
}

const vocabularies: Record<string, Record<string, { label: string }>> = {
  serviceType: feeServiceTypes,
  status: feeStatuses,
  pricingType: pricingTypes,
};

function inWords(name: string, value: unknown): string {
  const text = String(value ?? "");
  if (name === "dateCharged") return formatDate(text);
  if (name === "isActive") return text ? "Yes" : "No";
  return (vocabularies[name]?.[text]?.label ?? text) || "none";
}
