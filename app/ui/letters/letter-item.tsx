import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import type { Discipline } from "~/models/discipline";
import type { LetterItem } from "~/models/letters/letter";
import {
  answerText,
  cutOutPixels,
  itemPlace,
  placesLabel,
  spokenItem,
  verdictLabels,
} from "~/models/letters/letter";
import type { LetterPage } from "~/models/letters/letter-pages";
import type { PlacesOfItems, ShownLetterPlace } from "~/models/letters/letter-place";

export type LetterActions = {
  /** Returns the address of an item's form; null for an item that cannot be edited. */
  editAddress: (item: LetterItem, discipline: Discipline) => string | null;
  /** Returns the path of the dialog that returns a discipline to its reviewer; null if it cannot be returned. */
  returnPath: (discipline: Discipline) => string | null;
};

type ItemsProps = {
  letter: Pick<LetterPage, "cycle">;
  discipline: Discipline;
  items: LetterItem[];
  places?: PlacesOfItems;
  actions?: LetterActions;
  /** What an item has below it. */
  below?: (item: LetterItem, discipline: Discipline) => ReactNode;
};

/** Returns the rows of a list of items. A function, since a letter can have hundreds. */
export const letterItems = ({ letter, discipline, items, places, actions, below }: ItemsProps): ReactNode =>
  items.map((item) => {
    const place = itemPlace(item, letter);
    const editTo = actions?.editAddress(item, discipline);
    return (
      <li key={item.id}>
        {itemNumber(discipline, item.number)}
        {place && <small>{place}</small>}
        <p>{item.text}</p>
        {placesOf(places?.[item.id], spokenItem(discipline, item.number))}
        {item.answer && <p className="letter-answer">{answerText(item.answer)}</p>}
        {verdictLine(item)}
        {editTo && (
          <Link to={editTo} className="small">
            Edit<span className="sr-only"> {spokenItem(discipline, item.number)}</span>
          </Link>
        )}
        {below?.(item, discipline)}
      </li>
    );
  });

/** Returns "F-3", read aloud as "Correction Fire 3". */
export const itemNumber = (discipline: Discipline, number: string): ReactNode => (
  <b>
    <span aria-hidden="true">{number}</span>
    <span className="sr-only">{spokenItem(discipline, number)}</span>
  </b>
);

/** Links to the sheets, and the cut-out of a place. */
function placesOf(places: ShownLetterPlace[] | undefined, correction: string): ReactNode {
  if (!places) return null;
  return (
    <>
      <p className="letter-places">
        {placesLabel}{" "}
        {places.map(({ name, address }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two places can be in one cell
          <Fragment key={index}>
            {index > 0 && " · "}
            {address ? (
              <Link to={address}>
                {name}
                <span className="sr-only">, {correction}</span>
              </Link>
            ) : (
              name
            )}
          </Fragment>
        ))}
      </p>
      {places.map(
        ({ picture }) =>
          picture && (
            <img
              key={picture.address}
              src={picture.address}
              alt={picture.text}
              {...cutOutPixels}
              loading="lazy"
            />
          ),
      )}
    </>
  );
}

function verdictLine({ verdict, remark }: LetterItem): ReactNode {
  const label = verdict && verdictLabels[verdict];
  if (!label) return null;
  return (
    <p className="letter-verdict">
      <b>{remark ? `${label}:` : label}</b> {remark}
    </p>
  );
}
