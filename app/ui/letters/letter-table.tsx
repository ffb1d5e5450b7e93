import { Link } from "react-router";
import { queryOf } from "~/models/address";
import type { Discipline } from "~/models/discipline";
import { countText, decisionText, letterHeadings } from "~/models/letters/letter";
import type { LetterPage } from "~/models/letters/letter-pages";
import { type LetterLevel, PartHeading } from "./letter-heading";
import type { LetterActions } from "./letter-item";

type TableProps = { letter: LetterPage; level: LetterLevel; actions?: LetterActions };

export function LetterTable({ letter, level, actions }: TableProps) {
  const { cycle, rows, filter } = letter;
  const hasEarlier = cycle !== "PC1";
  return (
    <table>
      <caption>
        <PartHeading level={level}>{letterHeadings.table}</PartHeading>
      </caption>
      <thead>
        <tr>
          <th scope="col">Discipline</th>
          <th scope="col">Decision</th>
          <th scope="col">Open</th>
          {hasEarlier && <th scope="col">New in {cycle}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.discipline}>
            <th scope="row">
              {row.hasMore ? (
                <Link
                  to={`${queryOf({ discipline: row.discipline })}#items`}
                  aria-current={row.discipline === filter || undefined}
                >
                  {row.discipline}
                </Link>
              ) : (
                row.discipline
              )}
            </th>
            <td>
              {decisionText(row, letter)} {/* Other disciplines have the link in their heading. */}
              {row.open === 0 && <ReturnLink discipline={row.discipline} actions={actions} />}
            </td>
            <td>{countText(row.open)}</td>
            {hasEarlier && <td>{countText(row.added)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ReturnLink({ discipline, actions }: { discipline: Discipline; actions?: LetterActions }) {
  const to = actions?.returnAddress(discipline);
  if (!to) return null;
  return (
    <Link to={to} className="small">
      Return to reviewer<span className="sr-only">: {discipline}</span>
    </Link>
  );
}
