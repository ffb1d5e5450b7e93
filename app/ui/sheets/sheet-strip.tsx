import { Link } from "react-router";
import { type PicturedSheet, SheetThumbnail } from "./sheet-thumbnail";

type SheetStripProps = {
  /** The address of the sheet index. */
  base: string;
  strip: { shown?: PicturedSheet[]; total?: number; toConfirm?: string };
};

/** The first sheets of a permit's current set, above its plan files. */
export function SheetStrip({ base, strip: { shown, total, toConfirm } }: SheetStripProps) {
  return (
    <ul className="row card-body">
      {shown?.map((sheet) => (
        <li key={sheet.id}>
          <Link to={`${base}/${sheet.id}`}>
            <SheetThumbnail sheet={sheet} />
            {sheet.name}
          </Link>
        </li>
      ))}
      <li>
        <Link to={base}>{total ? `All ${total} sheets` : "Sheets"}</Link>
      </li>
      {toConfirm && (
        <li>
          <Link to={`${base}#confirm`}>{toConfirm}</Link>
        </li>
      )}
    </ul>
  );
}
