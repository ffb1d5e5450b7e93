import { Link } from "react-router";
import type { DraftsOfSheet } from "~/models/markups/own-drafts";
import { pluralize } from "~/models/pluralize";
import { Card } from "~/ui/card";

/** What a reviewer has written and not issued yet, sheet by sheet. */
export function OwnDrafts({ drafts, base }: { drafts: DraftsOfSheet[]; base: string }) {
  if (drafts.length === 0) return null;
  const ids = new Set(drafts.flatMap((group) => group.drafts.map(({ id }) => id)));
  return (
    <Card
      title="Your drafts by sheet"
      id="drafts"
      aside={<span className="small">{pluralize(ids.size, "draft", "drafts")}</span>}
      flush
    >
      <ul className="lines">
        {drafts.map(({ sheetId, name, drafts }) => (
          <li key={sheetId ?? "none"} className="row">
            <strong>{sheetId === null ? name : <Link to={`${base}/${sheetId}`}>{name}</Link>}</strong>
            {drafts.map(({ id, number, query }) =>
              query ? (
                <Link key={id} to={`${base}/${sheetId}?${query}`}>
                  <span className="sr-only">Correction </span>
                  {number}
                </Link>
              ) : (
                <span key={id}>{number}</span>
              ),
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
