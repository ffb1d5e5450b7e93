import { Link } from "react-router";
import { correctionStatuses } from "~/models/corrections/correction";
import { failures } from "~/models/failures";
import { nameOfShape, placeQuery } from "~/models/markups/markup";
import { pluralize } from "~/models/pluralize";
import { Badge, LabelBadge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card, EmptyState } from "~/ui/card";
import { PostForm } from "~/ui/post-form";
import { FailureOfGoneForm } from "~/ui/toast";
import { RowUndo } from "~/ui/undo-form";
import type { SheetData } from "./load-sheet.server";

type Row = SheetData["corrections"][number];

/** The corrections on a sheet: also what its pins say, for those who read. */
export function SheetCorrections({ data: { corrections, sheet, path, mayMark } }: { data: SheetData }) {
  return (
    <Card
      title="On this sheet"
      id="corrections"
      aside={<span className="small">{pluralize(corrections.length, "correction", "corrections")}</span>}
      flush
    >
      <RowUndo of={`place ${sheet.id}`} />
      <FailureOfGoneForm sentTo="remove-place" />
      <FailureOfGoneForm sentTo="remove-mark" />
      {corrections.length === 0 ? (
        <EmptyState title={`No correction is on ${sheet.name}`} />
      ) : (
        <ul className="lines">
          {corrections.map((row) => (
            <CorrectionOnSheet key={row.id} row={row} path={path} mayMark={mayMark} />
          ))}
        </ul>
      )}
    </Card>
  );
}

type RowProps = { row: Row; path: string; mayMark: boolean };

function CorrectionOnSheet({ row, path, mayMark }: RowProps) {
  const { id, number, discipline, status, isDraft, text, places } = row;
  return (
    <li id={`correction-${id}`} className="stacked sheet-correction" tabIndex={-1}>
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
      <span className="wide whitespace-pre-wrap break-words">{text}</span>
      {places.map((place, index) => (
        <span key={place.id ?? index} className="row small">
          <Link to={`${path}?${placeQuery(place, id)}`}>
            {nameOfShape(place)}
            <span className="sr-only"> of Correction {number}</span>
          </Link>
          {mayMark && place.mayRemove && <RemovePlace row={row} place={place} path={path} />}
        </span>
      ))}
    </li>
  );
}

function RemovePlace({ row, place, path }: { row: Row; place: Place; path: string }) {
  return (
    <PostForm action={`${path}?remove-place`} failure={failures.saveCorrection} preventScrollReset>
      <input type="hidden" name="placeId" value={place.id} />
      <input type="hidden" name="updatedAt" value={row.updatedAt} />
      <Button size="small">
        Remove
        <span className="sr-only">
          {" "}
          {nameOfShape(place)} of Correction {row.number}
        </span>
      </Button>
    </PostForm>
  );
}

/** The viewer's own marks, which nobody else sees. */
export function PrivateMarks({ data: { marks, path } }: { data: SheetData }) {
  if (marks.length === 0) return null;
  return (
    <Card title="Your private marks" id="private-marks" flush>
      <ul className="lines">
        {marks.map((mark) => (
          <li key={mark.id} className="row spread">
            <Link to={`${path}?${placeQuery(mark)}`}>{nameOfShape(mark)}</Link>
            <PostForm action={`${path}?remove-mark`} failure={failures.updateSheet} preventScrollReset>
              <input type="hidden" name="markId" value={mark.id} />
              <Button size="small">
                Remove<span className="sr-only"> private mark in {nameOfShape(mark)}</span>
              </Button>
            </PostForm>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Place = Row["places"][number];
