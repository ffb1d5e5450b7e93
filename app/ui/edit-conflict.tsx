// biome-ignore-all lint/a11y/noRedundantRoles: Safari drops the roles when the phone layout turns rows into cards

import { use } from "react";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { type Columns, formValuesOf } from "~/models/columns";
import { type TextOf, valueTextOf } from "~/models/value-text";
import { LabelsContext } from "./fields";
import { useFormResult } from "./form-result";
import { useAddress } from "./page-address";

type Values = Record<string, unknown>;

type ConflictProps<Saved> = {
  /** The labels of the fields that are compared: those of the form, unless it has more. */
  labels?: Record<string, string>;
  /** The columns of the saved row, from which its values in the form and their texts follow, or these. */
  columns?: Columns;
  valuesOf?: (saved: Saved) => Values;
  textOf?: TextOf;
};

/** After an edit conflict, compares the version that another user saved with the typed one, which the form still has. */
export function EditConflict<Saved extends object>({ valuesOf, ...conflict }: ConflictProps<Saved>) {
  const formResult = useFormResult();
  const current = formResult?.current as Saved | undefined;
  if (!current) return null;
  const saved = valuesOf?.(current) ?? { ...current, ...formValuesOf(conflict.columns ?? {}, current) };
  return <VersionComparison saved={saved} typed={formResult?.submission.initialValue ?? {}} {...conflict} />;
}

const savedVersion = "Saved version";
const yourVersion = "Your version";

// Browsers send a line break as two characters.
const plain = (value: unknown) => String(value ?? "").replaceAll("\r\n", "\n");

type ComparisonProps = Omit<ConflictProps<never>, "valuesOf"> & { saved: Values; typed: Values };

export function VersionComparison(props: ComparisonProps) {
  const formLabels = use(LabelsContext);
  const { labels = formLabels, saved, typed, columns = {}, textOf = valueTextOf(columns) } = props;
  const address = useAddress();
  const differing = Object.entries(labels).filter(([name]) => plain(saved[name]) !== plain(typed[name]));
  return (
    <div className="card">
      {differing.length > 0 && (
        <table className="data-table" role="table">
          <caption className="sr-only">Your version and the saved one</caption>
          <thead role="rowgroup">
            <tr role="row">
              {["Field", savedVersion, yourVersion].map((heading) => (
                <th key={heading} scope="col" role="columnheader">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {differing.map(([name, label]) => (
              <tr key={name} role="row">
                <th scope="row" role="rowheader" data-label="Field">
                  {label}
                </th>
                <td role="cell" data-label={savedVersion}>
                  {textOf(name, saved[name])}
                </td>
                <td role="cell" data-label={yourVersion}>
                  {textOf(name, typed[name])}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="card-body">
        {differing.length === 0 && "The saved changes are in fields that are not shown here. "}
        Save again to keep your version, or change the fields below first.{" "}
        <a href={address}>Start again from the saved version</a>
      </p>
    </div>
  );
}

/** Loads a page's data also after a 409, because the form may not fit what another user has saved. */
export const reloadAfterConflict = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => defaultShouldRevalidate || actionStatus === 409;
