import type { ShouldRevalidateFunctionArgs } from "react-router";
import { Cell, Row, RowHeading, Table } from "./table";

const columns = [
  { key: "field", label: "Field" },
  { key: "saved", label: "Saved version" },
  { key: "yours", label: "Your version" },
];

type EditConflictProps = {
  /** The fields that differ, with both values as text. */
  differing: { label: string; saved: string; yours: string }[];
  /** The address of the form, filled with the saved version. */
  startAgainTo: string;
};

/** Compares the version that another user saved with the typed one, which the form below still has. */
export function EditConflict({ differing, startAgainTo }: EditConflictProps) {
  return (
    <div className="card">
      {differing.length > 0 && (
        <Table caption="Your version and the saved one" columns={columns}>
          {differing.map(({ label, saved, yours }) => (
            <Row key={label}>
              <RowHeading label="Field">{label}</RowHeading>
              <Cell label="Saved version">{saved}</Cell>
              <Cell label="Your version">{yours}</Cell>
            </Row>
          ))}
        </Table>
      )}
      <p className="card-body">
        {differing.length === 0 && "The saved changes are in fields that are not shown here. "}
        Save again to keep your version, or change the fields below first.{" "}
        <a href={startAgainTo}>Start again from the saved version</a>
      </p>
    </div>
  );
}

/** Returns the text fields of a form whose saved and typed values differ. Browsers send a line break as two characters. */
export function differingTexts(
  labels: Record<string, string>,
  saved: Record<string, unknown>,
  typed: Record<string, unknown>,
  asText = (_field: string, value: unknown) => String(value ?? "") || "none",
) {
  return Object.keys(labels)
    .filter((name) => String(saved[name] ?? "") !== String(typed[name] ?? "").replaceAll("\r\n", "\n"))
    .map((name) => ({
      label: labels[name] ?? name,
      saved: asText(name, saved[name]),
      yours: asText(name, typed[name]),
    }));
}

/**
 * Loads a page's data again also after a form was refused with 409, because the form may not fit what another user has
 * saved. Without it, the router does so only after success. The form keeps its entries and its expected version.
 */
export const reloadAfterConflict = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => defaultShouldRevalidate || actionStatus === 409;
