import { Link } from "react-router";
import { correctionStatuses } from "~/models/corrections/correction";
import { anchorOf, viewOf } from "~/models/markups/markup";
import { pluralize } from "~/models/pluralize";
import { cellAt, viewQuery } from "~/models/sheets/sheet-view";
import { Badge, LabelBadge } from "~/ui/badge";
import { Card, EmptyState } from "~/ui/card";
import type { SheetData } from "./load-sheet.server";

type Row = SheetData["corrections"][number];

/** The corrections on a sheet: also what its pins say, for those who read. */
export function SheetCorrections({ data: { corrections, sheet, path } }: { data: SheetData }) {
  return (
    <Card
      title="On this sheet"
      id="corrections"
      aside={<span className="small">{pluralize(corrections.length, "correction", "corrections")}</span>}
      flush
    >
      {corrections.length === 0 ? (
        <EmptyState title={`No correction is on ${sheet.name}`} />
      ) : (
        <ul className="lines">
          {corrections.map((row) => (
            <CorrectionOnSheet key={row.id} row={row} path={path} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function CorrectionOnSheet({ row, path }: { row: Row; path: string }) {
  const { id, number, discipline, status, isDraft, text, places } = row;
  return (
    <li id={`correction-${id}`} className="stacked sheet-correction">
      <span className="row spread">
        <span>
          <strong>
            <span className="sr-only">Correction </span>
            {number}
          </strong>{" "}
          <span className="small">{discipline}</span>
        </span>
        {isDraft ? <Badge tone="blue">Draft</Badge> : <LabelBadge of={correctionStatuses[status]} />}
      </span>
      <span className="whitespace-pre-wrap break-words">{text}</span>
      {places.length > 0 && (
        <span className="row">
          {places.map((place, index) => (
            <Link key={place.id ?? index} to={`${path}?${placeQuery(place, id)}`} className="small">
              {placeName(place)}
              <span className="sr-only"> of Correction {number}</span>
            </Link>
          ))}
        </span>
      )}
    </li>
  );
}

type Place = Row["places"][number];

/** Returns "Cell D3". */
const placeName = (place: Place): string => {
  const [x, y] = anchorOf(place);
  return `Cell ${cellAt({ x, y })}`;
};

/** The address of the view that shows a place, in which the places of its correction are emphasized. */
const placeQuery = (place: Place, correctionId: number): string =>
  `${viewQuery(viewOf(place)) || "z=1"}&correction=${correctionId}`;
