import type { ReactNode } from "react";
import { fullCityName } from "~/models/cities/city";
import { pictureUrl } from "~/models/files/picture";
import {
  addedHeading,
  contactText,
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
import { FileLink } from "../button";
import { type LetterLevel, LetterTitle, ListHeading, PartHeading } from "./letter-heading";
import { itemNumber, type LetterActions, letterItems } from "./letter-item";
import { LetterPager, LetterSelection } from "./letter-pager";
import { LetterTable, ReturnLink } from "./letter-table";

type DocumentProps = {
  letter: LetterPage;
  level?: LetterLevel;
  isDraft?: boolean;
  actions?: LetterActions;
  fileIds?: FileIds;
};

/** The files that the letter names: their ids, or null for those that its reader cannot open. */
type FileIds = Record<"reviewed" | "markedUp", (number | null)[]>;

type PartProps = { letter: LetterPage; level: LetterLevel; actions?: LetterActions };

export function LetterDocument({ letter, level = 1, isDraft = false, actions, fileIds }: DocumentProps) {
  const part = { letter, level, actions };
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

function Head({ letter, level }: PartProps) {
  const { city, facts } = letter;
  const logo = pictureUrl(city.logo);
  return (
    <>
      <header>
        {logo && <img src={logo} alt="" height={48} />}
        <div>
          <b>{fullCityName(city)}</b>
          <p className="small">{providerText(letter)}</p>
        </div>
      </header>
      <LetterTitle level={level}>
        {letterTitle(letter).slice(0, -letter.number.length)}
        <span className="inline-block">{letter.number}</span>
      </LetterTitle>
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

function Introduction({ letter, level }: PartProps) {
  const steps = whatToDo(letter);
  return (
    <>
      {steps.length > 0 && (
        <>
          <PartHeading level={level}>{letterHeadings.whatToDo}</PartHeading>
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
      {letter.coverNote && <p className="letter-note">{letter.coverNote}</p>}
      {letter.contact && <p className="letter-note">{contactText(letter)}</p>}
    </>
  );
}

/** The open corrections of a discipline. The first letter has no lists: all of them are new. */
function DisciplinePart({ row, letter, level, actions }: PartProps & { row: LetterDiscipline }) {
  const { discipline, reviewer, open, added } = row;
  if (open.length + added.length === 0) return null;
  const list = (heading: string, items: typeof open) =>
    items.length > 0 && (
      <>
        {letter.cycle !== "PC1" && <ListHeading level={level}>{heading}</ListHeading>}
        <ul className="letter-items">{letterItems({ letter, discipline, items, actions })}</ul>
      </>
    );
  return (
    <>
      <div className="row spread">
        <PartHeading level={level}>{discipline}</PartHeading>
        <ReturnLink discipline={discipline} actions={actions} />
      </div>
      {reviewer && <p className="small">Reviewed by {reviewer}</p>}
      {list(stillOpenHeading, open)}
      {list(addedHeading(letter.cycle), added)}
    </>
  );
}

function SharedParts({ letter, level, actions }: PartProps) {
  const { shown } = letter;
  const resolved = resolvedText(shown);
  const part = (heading: string, list: "conditions" | "notes" | "withdrawn", rows: ReactNode) =>
    shown.some((row) => row[list].length > 0) && (
      <>
        <PartHeading level={level}>{heading}</PartHeading>
        <ul className="letter-items">{rows}</ul>
      </>
    );
  const itemsOf = (list: "conditions" | "notes") =>
    shown.map(({ discipline, [list]: items }) => letterItems({ letter, discipline, items, actions }));
  return (
    <>
      {part(letterHeadings.conditions, "conditions", itemsOf("conditions"))}
      {part(letterHeadings.notes, "notes", itemsOf("notes"))}
      {resolved && (
        <>
          <PartHeading level={level}>{letterHeadings.resolved}</PartHeading>
          <p>{resolved}</p>
        </>
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

function End({ letter, level, fileIds }: PartProps & { fileIds?: FileIds }) {
  const markedUp = letter.files.markedUp.map((name) => ({ name }));
  const files = (heading: string, list: ReturnType<typeof reviewedFiles>, ids: FileIds["reviewed"] = []) =>
    list.length > 0 && (
      <>
        <PartHeading level={level}>{heading}</PartHeading>
        <ul className="letter-files">
          {list.map(({ name, when }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files can have the same name
            <li key={index}>
              {ids[index] ? <FileLink address={`/api/files/${ids[index]}/download`} fileName={name} /> : name}
              {when && ` · ${when}`}
            </li>
          ))}
        </ul>
      </>
    );
  return (
    <>
      {files(letterHeadings.reviewed, reviewedFiles(letter), fileIds?.reviewed)}
      {files(letterHeadings.markedUp, markedUp, fileIds?.markedUp)}
      <p className="letter-end small">{lastSentences(letter).join(" ")}</p>
    </>
  );
}
