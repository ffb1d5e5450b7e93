import { Link } from "react-router";
import type { SheetData } from "./load-sheet.server";

/** The sheets before and after one. */
export function Neighbours({ data: { previous, next, position, of, base } }: { data: SheetData }) {
  return (
    <nav aria-label="Sheets" className="row spread mb-3">
      {previous ? (
        <Link to={`${base}/${previous.id}`} className="button button-small" rel="prev">
          Previous: {previous.name}
        </Link>
      ) : (
        <span className="small">First sheet</span>
      )}
      <span className="small">
        {position} of {of}
      </span>
      {next ? (
        <Link to={`${base}/${next.id}`} className="button button-small" rel="next">
          Next: {next.name}
        </Link>
      ) : (
        <span className="small">Last sheet</span>
      )}
    </nav>
  );
}
