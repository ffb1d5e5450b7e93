import { Fragment } from "react";
import { Link } from "react-router";
import { queryOf } from "~/models/address";
import type { Warning } from "~/models/letters/letter-warning";
import { blockerAddress } from "~/models/review-cycles/blocker";
import { useMailWords } from "~/ui/no-mail-server";
import type { shownBlockers } from "./letter-preview.server";

type WarningsProps = { warnings: ReturnType<typeof shownWarnings> };

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

const LetterWarnings = ({ warnings }: WarningsProps) =>
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

type LetterObstaclesProps = WarningsProps & { blockers: ReturnType<typeof shownBlockers> };

/** What keeps a letter back, and what to consider before its release. */
export function LetterObstacles({ blockers, warnings }: LetterObstaclesProps) {
  if (blockers.length === 0 && warnings.length === 0) return null;
  return (
    <div className="note letter-obstacles">
      {blockers.length > 0 && (
        <>
          <h2>Before this letter can be released</h2>
          <ul>
            {blockers.map(({ what, to }) => (
              <li key={what}>{to ? <Link to={to}>{what}</Link> : what}</li>
            ))}
          </ul>
        </>
      )}
      {warnings.length > 0 && (
        <>
          <h2>To consider</h2>
          <ul>
            <LetterWarnings warnings={warnings} />
          </ul>
        </>
      )}
    </div>
  );
}

export function Recipients({ recipients }: { recipients: { name: string; email: string }[] }) {
  const who = useMailWords({
    sent: "They get an email with a link to the letter, users of the city in their portal:",
    notSent:
      "They can read the letter, users of the city in their portal. There is no mail server, so no email says so:",
  });
  // The warnings say so.
  if (recipients.length === 0) return null;
  return (
    <div>
      <p>{who}</p>
      <ul className="list-disc pl-5">
        {recipients.map(({ name, email }) => (
          <li key={email}>
            {name} <span className="small">{email}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export const Obstacles = ({ obstacles }: { obstacles: string[] }) => (
  <WarningList warnings={obstacles.map((what) => ({ what, items: [] }))} />
);

/** What is shown here counts as confirmed; what another cover note lacks does not. */
export const Warnings = ({ warnings }: WarningsProps) => (
  <>
    <WarningList warnings={warnings} />
    {warnings
      .filter(({ items }) => items.length === 0)
      .map(({ what }) => (
        <input key={what} type="hidden" name="confirmed" value={what} />
      ))}
  </>
);

const WarningList = ({ warnings }: WarningsProps) =>
  warnings.length > 0 && (
    <ul className="note list-disc pl-8">
      <LetterWarnings warnings={warnings} />
    </ul>
  );
