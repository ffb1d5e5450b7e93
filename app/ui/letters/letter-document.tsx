import type { ReactNode } from "react";
import { Link } from "react-router";
import { pageParameter, queryOf } from "~/models/address";
import { fullCityName } from "~/models/cities/city";
import { correctionPageSize } from "~/models/corrections/correction";
import type { Discipline } from "~/models/discipline";
import { pictureUrl } from "~/models/files/picture";
import {
  addedHeading,
  contactText,
  countText,
  decisionText,
  issuedText,
  type LetterDiscipline,
  lastSentences,
  letterHeadings,
  letterTitle,
  providerText,
  resolvedText,
  reviewedFiles,
  stillOpenHeading,
  whatToDo,
} from "~/models/letters/letter";
import type { LetterPage } from "~/models/letters/letter-pages";
import type { PlacesOfItems } from "~/models/letters/letter-place";
import { rowsBefore } from "~/models/paging";
import { FileLink } from "../button";
import { DialogLink } from "../dialog-link";
import { Pager } from "../pager";
import { itemNumber, type LetterActions, letterItems } from "./letter-item";

type DocumentProps = PartProps & { isDraft?: boolean; fileIds?: FileIds };

/** The files that the letter names: their ids, or null for those that its reader cannot open. */
type FileIds = Record<"reviewed" | "markedUp", (number | null)[]>;

type PartProps = {
  letter: LetterPage;
  places?: PlacesOfItems;
  actions?: LetterActions;
  /** The address of a status link, whose reader gets pictures and files from below it. */
  statusPage?: string;
};

export function LetterDocument({ letter, isDraft, places, actions, fileIds, statusPage }: DocumentProps) {
  const part = { letter, places, actions, statusPage };
  return (
    <article className="card letter">
      {isDraft && <p className="letter-draft">Draft</p>}
      <Head {...part} />
      {letter.isFirst && <Introduction {...part} />}
      <LetterTable {...part} />
      <LetterSelection letter={letter} />
      {letter.shown.map((row) => (
        <DisciplinePart key={row.discipline} row={row} {...part} />
      ))}
      <SharedParts {...part} />
      {letter.isLast && <End {...part} fileIds={fileIds} />}
      <LetterPager letter={letter} />
    </article>
  );
}

function Head({ letter, statusPage }: PartProps) {
  const { city, facts } = letter;
  const logo = statusPage && city.logo ? `${statusPage}/logo/${city.logo}` : pictureUrl(city.logo);
  return (
    <>
      <header>
        {logo && <img src={logo} alt="" height={48} />}
        <div>
          <b>{fullCityName(city)}</b>
          <p className="small">{providerText(letter)}</p>
        </div>
      </header>
      <h2 className="letter-title">
        {letterTitle(letter).slice(0, -letter.number.length)}
        <span className="inline-block">{letter.number}</span>
      </h2>
      <p className="secondary">{issuedText(letter)}</p>
      <dl>
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

type HeadedProps = { heading: string; children: ReactNode };

const Part = ({ heading, children }: HeadedProps) => (
  <>
    <h3 className="letter-part">{heading}</h3>
    {children}
  </>
);

function Introduction({ letter }: PartProps) {
  const steps = whatToDo(letter);
  return (
    <>
      {steps.length > 0 && (
        <Part heading={letterHeadings.whatToDo}>
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Part>
      )}
      {letter.coverNote && <p className="letter-note">{letter.coverNote}</p>}
      {letter.contact && <p className="letter-note">{contactText(letter)}</p>}
    </>
  );
}

/** The open corrections of a discipline. The first letter has no lists: all of them are new. */
function DisciplinePart({ row, letter, places, actions }: PartProps & { row: LetterDiscipline }) {
  const { discipline, reviewer, open, added } = row;
  if (open.length + added.length === 0) return null;
  const list = (heading: string, items: typeof open) =>
    items.length > 0 && (
      <>
        {letter.cycle !== "PC1" && <h4 className="letter-list">{heading}</h4>}
        <ul className="letter-items">{letterItems({ letter, discipline, items, places, actions })}</ul>
      </>
    );
  return (
    <>
      <div className="row spread">
        <h3 className="letter-part">{discipline}</h3>
        <ReturnLink discipline={discipline} actions={actions} />
      </div>
      {reviewer && <p className="small">Reviewed by {reviewer}</p>}
      {list(stillOpenHeading, open)}
      {list(addedHeading(letter.cycle), added)}
    </>
  );
}

function SharedParts({ letter, places, actions }: PartProps) {
  const { shown } = letter;
  const resolved = resolvedText(shown);
  const part = (heading: string, list: "conditions" | "notes" | "withdrawn", rows: ReactNode) =>
    shown.some((row) => row[list].length > 0) && (
      <Part heading={heading}>
        <ul className="letter-items">{rows}</ul>
      </Part>
    );
  const itemsOf = (list: "conditions" | "notes") =>
    shown.map(({ discipline, [list]: items }) => letterItems({ letter, discipline, items, places, actions }));
  return (
    <>
      {part(letterHeadings.conditions, "conditions", itemsOf("conditions"))}
      {part(letterHeadings.notes, "notes", itemsOf("notes"))}
      {resolved && (
        <Part heading={letterHeadings.resolved}>
          <p>{resolved}</p>
        </Part>
      )}
      {part(
        letterHeadings.withdrawn,
        "withdrawn",
        shown.map(({ discipline, withdrawn }) =>
          withdrawn.map(({ number, remark }) => (
            <li key={number}>
              {itemNumber(discipline, number)}
              <p>{remark}</p>
            </li>
          )),
        ),
      )}
    </>
  );
}

function End({ letter, fileIds, statusPage }: PartProps & { fileIds?: FileIds }) {
  const addressOfFile = (id: number) =>
    statusPage ? `${statusPage}/files/${id}` : `/api/files/${id}/download`;
  const markedUp = letter.files.markedUp.map((name) => ({ name }));
  const files = (heading: string, list: ReturnType<typeof reviewedFiles>, ids: FileIds["reviewed"] = []) =>
    list.length > 0 && (
      <Part heading={heading}>
        <ul className="letter-files">
          {list.map(({ name, when }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files can have the same name
            <li key={index}>
              {ids[index] ? <FileLink address={addressOfFile(ids[index])} fileName={name} /> : name}
              {when && ` · ${when}`}
            </li>
          ))}
        </ul>
      </Part>
    );
  return (
    <>
      {files(letterHeadings.reviewed, reviewedFiles(letter), fileIds?.reviewed)}
      {files(letterHeadings.markedUp, markedUp, fileIds?.markedUp)}
      <p className="letter-end small">{lastSentences(letter).join(" ")}</p>
    </>
  );
}

function LetterTable({ letter, actions }: PartProps) {
  const { cycle, rows, filter } = letter;
  const hasEarlier = cycle !== "PC1";
  return (
    <table>
      <caption>
        <h3 className="letter-part">{letterHeadings.table}</h3>
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
                  to={addressOf({ discipline: row.discipline })}
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

function ReturnLink({ discipline, actions }: { discipline: Discipline; actions?: LetterActions }) {
  const to = actions?.returnPath(discipline);
  if (!to) return null;
  return (
    <DialogLink to={to} className="small">
      Return to reviewer<span className="sr-only">: {discipline}</span>
    </DialogLink>
  );
}

const isLong = ({ total }: LetterPage): boolean => total > correctionPageSize;

const addressOf = (selection: Parameters<typeof queryOf>[0]): string => `.${queryOf(selection)}#items`;

function LetterSelection({ letter }: PartProps) {
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

function LetterPager({ letter }: PartProps) {
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
