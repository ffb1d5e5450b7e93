import type { Permit } from "~/models/permits/permit-scope.server";
import { EditConflict } from "../edit-conflict";
import type { PermitFormResult } from "./permit-form";
import { permitFieldLabels } from "./permit-labels";
import { permitValue } from "./permit-value";

type Typed = Record<string, unknown>;

/** Shows what somebody else saved meanwhile beside what was typed; the form below holds the latter. */
export function PermitEditConflict({ formResult }: { formResult?: PermitFormResult }) {
  const current = formResult?.current as Permit | undefined;
  if (!current) return null;
  const typed = (formResult?.submission.initialValue ?? {}) as Typed;
  const names = Object.keys(permitFieldLabels).filter((name) => name !== "files") as (keyof Permit)[];
  const differing = names
    .filter((name) => asTyped(name, current[name]) !== asText(typed[name]))
    .map((name) => ({
      label: permitFieldLabels[name as keyof typeof permitFieldLabels],
      saved: permitValue(name, current[name]),
      yours: permitValue(name, isTick(name) ? typed[name] === "on" : typed[name]),
    }));
  return <EditConflict differing={differing} startAgain={`/permits/${current.id}?edit`} />;
}

/** What is ticked or not; an unticked box sends nothing. */
const isTick = (name: string) => name === "isExpeditedReview" || name === "needsPhysicalPlans";

/** A saved value as the form would have sent it. */
function asTyped(name: keyof Permit, value: unknown): string {
  if (name === "revisionNumber") return asText(value ?? "none");
  return value === true ? "on" : value === false ? "" : asText(value);
}

function asText(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}
