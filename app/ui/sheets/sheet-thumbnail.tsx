import { Link } from "react-router";
import { pictureAddress, pictureSize } from "~/models/sheets/rendition";

/** What the pictures of a sheet need. */
export type PicturedSheet = {
  id: number;
  hash: string;
  width: number;
  height: number;
  /** Its number, or what stands for it. */
  name: string;
  cannotBeShown?: boolean;
};

/** Loaded when it is scrolled to. The sheet's name stands beside it. */
export function SheetThumbnail({ sheet }: { sheet: PicturedSheet }) {
  if (sheet.cannotBeShown) return <span className="small block">This sheet cannot be shown</span>;
  return (
    <img
      src={pictureAddress(sheet, "thumbnail", "webp")}
      alt=""
      loading="lazy"
      {...pictureSize(sheet, "thumbnail")}
    />
  );
}

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
