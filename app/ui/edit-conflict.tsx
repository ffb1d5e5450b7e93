import { Cell, Row, Table } from "./table";

const columns = [
  { key: "field", label: "Field" },
  { key: "saved", label: "Saved meanwhile" },
  { key: "yours", label: "Yours" },
];

type EditConflictProps = {
  /** The fields that differ, in words. */
  differing: { label: string; saved: string; yours: string }[];
  /** The address of the form, filled with the saved version. */
  startAgain: string;
};

/** What somebody else saved meanwhile beside what was typed; the form below holds the latter. */
export function EditConflict({ differing, startAgain }: EditConflictProps) {
  return (
    <div className="card">
      {differing.length > 0 && (
        <Table caption="Your version and the saved one" columns={columns}>
          {differing.map(({ label, saved, yours }) => (
            <Row key={label}>
              <Cell label="Field">{label}</Cell>
              <Cell label="Saved">{saved}</Cell>
              <Cell label="Yours">{yours}</Cell>
            </Row>
          ))}
        </Table>
      )}
      <p className="card-body">
        {differing.length === 0 && "What was changed is not among these fields. "}
        Save again to keep yours, or change the fields below first.{" "}
        <a href={startAgain}>Start again from the saved version</a>
      </p>
    </div>
  );
}

/** The fields of a form of texts whose saved value is not the one that was typed. */
export function differingTexts(
  labels: Record<string, string>,
  saved: Record<string, unknown>,
  typed: Record<string, unknown>,
  inWords = (_field: string, value: unknown) => String(value ?? "") || "none",
) {
  return Object.keys(labels)
    .filter((name) => String(saved[name] ?? "") !== String(typed[name] ?? ""))
    .map((name) => ({
      label: labels[name] ?? name,
      saved: inWords(name, saved[name]),
      yours: inWords(name, typed[name]),
    }));
}
