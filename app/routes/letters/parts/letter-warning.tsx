import { Fragment } from "react";
import { Link } from "react-router";
import { queryOf } from "~/models/address";
import type { Warning } from "~/models/letters/letter-warning";
import { blockerAddress } from "~/models/review-cycles/blocker";

type ShownWarning = ReturnType<typeof shownWarnings>[number];

/** Returns the warnings with the address of each correction that they name. */
export const shownWarnings = (permitId: number, warnings: Warning[], mayEdit: boolean) =>
  warnings.map(({ what, items }) => ({
    what,
    items: items.map((item) => ({ number: item.number, to: itemAddress(permitId, item, mayEdit) })),
  }));

/** Where a correction is edited, or read if an earlier letter has it or the viewer may not edit all. */
const itemAddress = (
  permitId: number,
  { id, number, discipline, isNew }: Warning["items"][number],
  mayEdit: boolean,
) =>
  isNew && mayEdit
    ? blockerAddress(permitId, { what: "", link: "correction", discipline, id })
    : `/permits/${permitId}/corrections${queryOf({ q: number })}`;

export const LetterWarnings = ({ warnings }: { warnings: ShownWarning[] }) =>
  warnings.map(({ what, items }) => (
    <li key={what}>
      {what}
      {items.map(({ number, to }, index) => (
        <Fragment key={number}>
          {index === 0 ? ": " : ", "}
          <Link to={to} className="whitespace-nowrap">
            {number}
          </Link>
        </Fragment>
      ))}
    </li>
  ));
