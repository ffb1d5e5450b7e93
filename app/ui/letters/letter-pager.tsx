import { Link } from "react-router";
import { pageParameter, queryOf } from "~/models/address";
import type { LetterPage } from "~/models/letters/letter-pages";
import { rowsBefore } from "~/models/paging";
import { correctionPageSize } from "~/models/plan-review/correction";
import { Pager } from "../pager";

type PagerProps = { letter: LetterPage };

const isLong = ({ total }: LetterPage): boolean => total > correctionPageSize;

const addressOf = (selection: Parameters<typeof queryOf>[0]): string => `${queryOf(selection)}#items`;

export function LetterSelection({ letter }: PagerProps) {
  const { filter, isWhole, page, total } = letter;
  // The links of the table lead here.
  if (!filter && !isLong(letter)) return <div id="items" />;
  const first = rowsBefore(page, correctionPageSize) + 1;
  const last = Math.min(total, rowsBefore(page + 1, correctionPageSize));
  return (
    <p className="row small" id="items">
      {filter && <span>Only {filter} is shown.</span>}
      {isLong(letter) && !isWhole && <span>{`Items ${first} to ${last} of ${total}.`}</span>}
      {filter && <Link to={addressOf({})}>All disciplines</Link>}
      {isLong(letter) && !isWhole && (
        <Link to={addressOf({ discipline: filter, print: "" })}>All on one page</Link>
      )}
      {isLong(letter) && isWhole && (
        <Link to={addressOf({ discipline: filter })}>{correctionPageSize} on a page</Link>
      )}
    </p>
  );
}

export function LetterPager({ letter }: PagerProps) {
  const { filter, isWhole, page, total } = letter;
  if (isWhole || !isLong(letter)) return null;
  return (
    <Pager
      page={page}
      total={total}
      size={correctionPageSize}
      noun="items"
      href={(number) => addressOf({ discipline: filter, page: pageParameter(number) })}
    />
  );
}
