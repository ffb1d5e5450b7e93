import { use } from "react";
import { type ShouldRevalidateFunctionArgs, useLocation } from "react-router";
import type { Columns } from "~/models/columns";
import { LabelsContext } from "./fields";
import { useFormResult } from "./form-result";
import { Cell, Row, RowHeading, Table } from "./table";
import { type TextOf, valueTextOf } from "./value-text";

type Values = Record<string, unknown>;

type ConflictProps<Saved> = {
  /** The labels of the fields that are compared: those of the form, unless it has more. */
  labels?: Record<string, string>;
  /** Returns the saved version as the form has it. */
  valuesOf?: (saved: Saved) => Values;
  /** The columns of the saved row, for the texts of their values, or these texts. */
  columns?: Columns;
  textOf?: TextOf;
};

/** After an edit conflict, compares the version that another user saved with the typed one, which the form still has. */
export function EditConflict<Saved extends object>({ valuesOf, ...conflict }: ConflictProps<Saved>) {
  const formResult = useFormResult();
  const saved = formResult?.current as Saved | undefined;
  const typed = formResult?.submission.initialValue ?? {};
  return (
    saved && <VersionComparison saved={(valuesOf?.(saved) ?? saved) as Values} typed={typed} {...conflict} />
  );
}

const versions = [
  { key: "field", label: "Field" },
  { key: "saved", label: "Saved version" },
  { key: "yours", label: "Your version" },
];

// Browsers send a line break as two characters.
const plain = (value: unknown) => String(value ?? "").replaceAll("\r\n", "\n");

type ComparisonProps = Omit<ConflictProps<never>, "valuesOf"> & { saved: Values; typed: Values };

export function VersionComparison(props: ComparisonProps) {
  const formLabels = use(LabelsContext);
  const { labels = formLabels, saved, typed, columns = {}, textOf = valueTextOf(columns) } = props;
  const { pathname, search } = useLocation();
  const differing = Object.entries(labels).filter(([name]) => plain(saved[name]) !== plain(typed[name]));
  return (
    <div className="card">
      {differing.length > 0 && (
        <Table caption="Your version and the saved one" columns={versions}>
          {differing.map(([name, label]) => (
            <Row key={name}>
              <RowHeading label="Field">{label}</RowHeading>
              <Cell label="Saved version">{textOf(name, saved[name])}</Cell>
              <Cell label="Your version">{textOf(name, typed[name])}</Cell>
            </Row>
          ))}
        </Table>
      )}
      <p className="card-body">
        {differing.length === 0 && "The saved changes are in fields that are not shown here. "}
        Save again to keep your version, or change the fields below first.{" "}
        <a href={`${pathname}${search}`}>Start again from the saved version</a>
      </p>
    </div>
  );
}

/** Loads a page's data also after a 409, because the form may not fit what another user has saved. */
export const reloadAfterConflict = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => defaultShouldRevalidate || actionStatus === 409;
