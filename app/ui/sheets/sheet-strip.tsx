import { Link } from "react-router";
import { type PicturedSheet, SheetThumbnail } from "./sheet-thumbnail";

export type SheetStripData = {
  base: string;
  shown: PicturedSheet[];
  total: number;
  toConfirm: string | null;
};

/** The first sheets of a permit's current set, above its plan files. */
export function SheetStrip({ strip }: { strip: SheetStripData }) {
  return (
    <>
      <ul className="sheets small-sheets">
        {strip.shown.map((sheet) => (
          <li key={sheet.id}>
            <Link to={`${strip.base}/${sheet.id}`}>
              <SheetThumbnail sheet={sheet} />
              <span className="small block">{sheet.name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="card-footer">
        <Link to={strip.base}>{strip.total === 1 ? "Sheet index" : `All ${strip.total} sheets`}</Link>
        {strip.toConfirm && (
          <>
            {" · "}
            <Link to={`${strip.base}#confirm`}>{strip.toConfirm}</Link>
          </>
        )}
      </p>
    </>
  );
}
