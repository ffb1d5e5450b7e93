import { cellAt, gridCells, type SheetView } from "~/models/sheets/sheet-view";
import { Button } from "~/ui/button";
import { SelectField } from "~/ui/fields";

export const cellOptions = gridCells.map((cell) => ({ value: cell, label: cell }));

type CellFormProps = { path: string; view: SheetView };

/** Leads to a cell of the grid over the sheet. */
export const CellForm = ({ path, view }: CellFormProps) => (
  <form action={path} className="row">
    <SelectField
      field={{ id: "cell", name: "cell", initialValue: cellAt(view) }}
      label="Cell of the sheet"
      options={cellOptions}
      required={false}
    />
    <Button>Show</Button>
  </form>
);

const keys = [
  ["Arrows", "Move"],
  ["+ and -", "Closer, wider"],
  ["0", "Whole sheet"],
  ["n and p", "Next and previous correction"],
  ["?", "These keys"],
];

/** The keys that work while the drawing has the focus. */
export const LookKeys = () => (
  <details className="look-keys with-scripts small">
    <summary>Keys on the drawing</summary>
    <dl>
      {keys.map(([key, what]) => (
        <div key={key} className="contents">
          <dt>{key}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  </details>
);
