import { Link } from "react-router";
import type { LetterListData } from "~/routes/permits/parts/load-permit-letters.server";

type LetterListProps = { letters: LetterListData; page: string; level?: 2 | 3 };

export function LetterList({ letters: { list, isBeingCorrected }, page, level = 3 }: LetterListProps) {
  if (list.length === 0) return null;
  const Heading = `h${level}` as const;
  return (
    <div className="card-body cycle" id="letters">
      <Heading className="font-semibold">Letters</Heading>
      {isBeingCorrected && <p className="note">A corrected letter is being prepared.</p>}
      <ul>
        {list.map(({ id, number, issued, outcome, supersededBy }) => (
          <li key={id}>
            <Link to={`${page}/letters/${id}`}>{number}</Link>{" "}
            <a href={`/api/letters/${id}/download`} target="_blank" rel="noopener">
              PDF<span className="sr-only">{` of ${number}`}</span>
            </a>
            <p className="small">
              {outcome} · issued <span className="whitespace-nowrap">{issued}</span>
              {supersededBy && ` · superseded by ${supersededBy}`}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
