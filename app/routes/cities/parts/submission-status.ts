import { statusOfReview } from "~/models/permits/permit";

type Changed = { name: string; checked: boolean };

type StatusField = { value: string };

/** Selects In Process while corrections are switched on, since a plan check begins with a submission. */
export function submissionStatusSuggester() {
  let replaced: string | undefined;
  return ({ name, checked }: Changed, status: StatusField): void => {
    if (name === "submissionStatus") replaced = undefined;
    if (name !== "usesCorrections") return;
    const next = checked ? statusOfReview : replaced;
    replaced = checked ? status.value : undefined;
    if (next !== undefined) status.value = next;
  };
}
