import { pictureAddress } from "~/models/sheets/rendition";

/** What the pictures of a sheet need. */
export type PicturedSheet = {
  id: number;
  hash: string;
  /** Its number, or what stands for it. */
  name: string;
  cannotBeShown?: boolean;
};

/** Loaded when it is scrolled to. The sheet's name stands beside it. */
export function SheetThumbnail({ sheet }: { sheet: PicturedSheet }) {
  if (sheet.cannotBeShown) return <span className="small block">This sheet cannot be shown</span>;
  return (
    <img src={pictureAddress(sheet, "thumbnail", "webp")} alt="" width={102} height={68} loading="lazy" />
  );
}
