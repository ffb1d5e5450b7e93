import { labelsOf } from "~/models/columns";
import { type PermitField, permitColumns } from "~/models/permits/permit-columns";
import type { Permit } from "~/models/permits/permit-scope.server";
import { EditConflict } from "../edit-conflict";
import type { PermitFormResult } from "./permit-form";
import { permitValue } from "./permit-value";

const labels = labelsOf(permitColumns);

type Typed = Record<string, unknown>;

/** Compares the values that another user has saved with the typed ones, which the form below still has. */
export function PermitEditConflict({ formResult }: { formResult?: PermitFormResult }) {
  const current = formResult?.current as Permit | undefined;
  if (!current) return null;
  const typed = (formResult?.submission.initialValue ?? {}) as Typed;
  const names = Object.keys(labels) as PermitField[];
  const differing = names
    .filter((name) => asFormValue(name, current[name]) !== asText(typed[name]))
    .map((name) => ({
      label: labels[name],
      saved: permitValue(name, current[name]),
      yours: permitValue(name, isCheckbox(name) ? typed[name] === "on" : typed[name]),
    }));
  return <EditConflict differing={differing} startAgainTo={`/permits/${current.id}?edit`} />;
}

/** The typed values have no entry for an unchecked checkbox. */
const isCheckbox = (name: PermitField) => permitColumns[name].kind === "flag";

/** Returns a saved value as the form sends it. */
function asFormValue(name: PermitField, value: unknown): string {
  if (name === "revisionNumber") return asText(value ?? "none");
  return value === true ? "on" : value === false ? "" : asText(value);
}

function asText(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}
