import { Link } from "react-router";
import { pictureSize } from "~/models/sheets/picture-size";
import { pictureAddress } from "~/models/sheets/rendition";
import { Card } from "~/ui/card";
import type { ComparedPair } from "./load-comparison.server";

type SideBySideProps = { pair: ComparedPair; obstacle: string; base: string };

/** Two sheets that cannot be laid over each other. */
export const SideBySide = ({ pair: { earlier, later }, obstacle, base }: SideBySideProps) => (
  <>
    <p className="note yellow mb-3">
      {earlier.label} and {later.label} cannot be laid over each other. {obstacle}
    </p>
    <div className="side-by-side">
      {[earlier, later].map((sheet) => (
        <Card key={sheet.id} title={sheet.label} flush>
          <ShownSheet sheet={sheet} base={base} />
        </Card>
      ))}
    </div>
  </>
);

type ShownSheetProps = { sheet: ComparedPair["later"]; base: string };

function ShownSheet({ sheet, base }: ShownSheetProps) {
  if (sheet.cannotBeShown) {
    return (
      <p className="card-body">
        This sheet cannot be shown.{" "}
        <a href={`/api/files/${sheet.planFileId}/download`}>Download {sheet.fileName}</a> to see page{" "}
        {sheet.page}.
      </p>
    );
  }
  return (
    <Link to={`${base}/${sheet.id}`}>
      <picture>
        <source type="image/avif" srcSet={pictureAddress(sheet, "first-view", "avif")} />
        <img
          src={pictureAddress(sheet, "first-view", "webp")}
          alt={`Sheet ${sheet.name}, ${sheet.label}`}
          {...pictureSize(sheet)}
        />
      </picture>
    </Link>
  );
}
