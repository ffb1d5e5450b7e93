import { type Connection, db } from "~/platform/db/db.server";
import { letterRecipients, type ResubmittalSets, resubmittalSets } from "../cities/letter-settings";
import { listOf } from "../corrections/correction";
import { emailTo, queueEmails, queueHeldEmails } from "../mail/mail.server";
import { cityUserRecipients, isOfCityUser } from "../mail/recipients.server";
import { firstReviewCycle } from "../permits/permit";
import type { Permit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { applicantOf, createStatusLink } from "../status-links/status-link.server";
import {
  countsOf,
  type LetterContent,
  type LetterItem,
  letterKinds,
  outcomeWords,
  planCheckName,
} from "./letter";

type OfCity = { city: { resubmittalSets: ResubmittalSets } };

const draftOf = ({ city }: OfCity, content: LetterContent, former?: LetterContent) => ({
  subject: letterSubject(content, { isReissue: former !== undefined }),
  lines: letterLines(content, former, city.resubmittalSets),
  label: "Read the letter",
});

export async function notifyOfLetter(
  tx: Connection,
  viewer: Viewer,
  permit: { id: number; cityId: number } & OfCity,
  content: LetterContent,
  former?: LetterContent,
) {
  const recipients = await cityUserRecipients(tx, viewer, permit.cityId);
  const draft = { ...draftOf(permit, content, former), path: `/oakvilles/permits/${permit.id}` };
  await queueEmails(tx, ...recipients.map((recipient) => emailTo(recipient, draft)));
}

/** Returns the applicant's address, unless a user of the city has it, who gets the letter by the portal. */
export async function emailOfApplicant(
  { cityId, applicantEmail }: Pick<Permit, "cityId" | "applicantEmail">,
  connection: Connection = db,
): Promise<string | null> {
  const isOfUser = applicantEmail !== null && (await isOfCityUser(connection, cityId, applicantEmail));
  return isOfUser ? null : applicantEmail;
}

/** Returns the address that a release mails the letter to, in a city whose letters go to the applicant too. */
export const emailOfRelease = async (permit: Permit, connection: Connection = db): Promise<string | null> =>
  letterRecipients[permit.city.letterRecipients].hasApplicant ? emailOfApplicant(permit, connection) : null;

type Mailed = {
  permit: Permit;
  forEmail: string;
  content: LetterContent;
  former?: LetterContent;
  /** Whether it is held back while its hand-over can be undone. */
  isHeld?: boolean;
};

/** Mails the letter to the applicant, with a new status link. Returns the id of the email. */
export async function mailLetter(
  tx: Connection,
  viewer: Viewer,
  { permit, forEmail, content, former, isHeld = false }: Mailed,
): Promise<number> {
  const { path } = await createStatusLink(tx, viewer, permit, { forEmail });
  const email = emailTo(
    { ...applicantOf(permit), email: forEmail },
    { ...draftOf(permit, content, former), path },
  );
  const [id] = isHeld ? await queueHeldEmails(tx, [email]) : await queueEmails(tx, email);
  if (id === undefined) throw new Error("The email was not queued");
  return id;
}

const noteLength = 500;

const permitName = ({ permit }: LetterContent): string =>
  [permit.number, permit.revision].filter(Boolean).join(" ");

export function letterSubject(content: LetterContent, { isReissue }: { isReissue: boolean }): string {
  const outcome = outcomeWords(content.outcome, content.approvalWording);
  const subject = `${outcome}: ${permitName(content)}, ${content.permit.name} (${content.cycle})`;
  return isReissue ? `Corrected letter: ${subject}` : subject;
}

export function letterLines(
  content: LetterContent,
  former?: LetterContent,
  sets: ResubmittalSets = "complete",
): string[] {
  const { permit, cycle, outcome, approvalWording, kind, coverNote } = content;
  const { needsAnswers } = letterKinds[kind];
  const about = `${permitName(content)}, ${permit.name}, ${permit.address}`;
  const lines = [
    `The ${planCheckName(cycle).toLowerCase()} of ${about} is finished: ${outcomeWords(outcome, approvalWording)}.`,
    needsAnswers ? openLine(content) : conditionsLine(content),
  ];
  if (former) {
    const replaced = `The corrected letter ${content.number} replaces ${former.number}`;
    lines.unshift(`${replaced}: ${changesText(former, content)}`);
  }
  if (needsAnswers)
    lines.push(
      `Revise the plans, answer every correction by its number, and send ${resubmittalSets[sets].sent}.`,
    );
  if (coverNote) lines.push(beginningOf(coverNote));
  return lines;
}

const isOrAre = (count: number) => (count === 1 ? "is" : "are");
const wasOrWere = (count: number) => (count === 1 ? "was" : "were");

function openLine(content: LetterContent): string {
  const { open, added, resolved, disciplines } = countsOf(content);
  const corrections = open === 1 ? "correction is" : "corrections are";
  const changes = [
    content.cycle !== firstReviewCycle && added > 0 ? `${added} ${isOrAre(added)} new` : "",
    resolved > 0 ? `${resolved} ${wasOrWere(resolved)} resolved` : "",
  ].filter(Boolean);
  const sentence = `${open} ${corrections} open, in ${disciplines.join(", ")}.`;
  return changes.length > 0 ? `${sentence} ${changes.join("; ")}.` : sentence;
}

function conditionsLine({ disciplines }: LetterContent): string {
  const numbers = disciplines.flatMap(({ conditions }) => conditions.map(({ number }) => number));
  if (numbers.length === 0) return "No correction is open.";
  const conditions = numbers.length === 1 ? "1 condition stands" : `${numbers.length} conditions stand`;
  const where = numbers.length === 1 ? "It is in the letter." : "They are in the letter.";
  return `No correction is open. ${conditions}: ${numbers.join(", ")}. ${where}`;
}

/** Characters may be stored as two. */
function beginningOf(text: string): string {
  const characters = [...text];
  return characters.length <= noteLength ? text : `${characters.slice(0, noteLength).join("")}…`;
}

const maxNamed = 5;

const itemsOf = ({ disciplines }: LetterContent): Map<string, LetterItem> =>
  new Map(
    disciplines
      .flatMap(({ open, added, conditions, notes }) => [...open, ...added, ...conditions, ...notes])
      .map((item) => [item.number, item]),
  );

const isSame = (first: unknown, second: unknown): boolean => JSON.stringify(first) === JSON.stringify(second);

const closedIn = ({ disciplines }: LetterContent) =>
  disciplines.map(({ discipline, effectiveDecision, resolved, withdrawn }) => ({
    ...{ discipline, effectiveDecision, resolved, withdrawn },
  }));

/** Returns what a corrected letter changes: "F-3 was changed; F-4 is new; the cover note was changed." */
export function changesText(former: LetterContent, corrected: LetterContent): string {
  const [before, after] = [itemsOf(former), itemsOf(corrected)];
  const numbers = [...after.keys()];
  const changed = numbers.filter(
    (number) => before.has(number) && !isSame(before.get(number), after.get(number)),
  );
  const added = numbers.filter((number) => !before.has(number));
  const gone = [...before.keys()].filter((number) => !after.has(number));
  const parts = [
    changed.length > 0 && `${listOf(changed, maxNamed)} ${changed.length === 1 ? "was" : "were"} changed`,
    added.length > 0 && `${listOf(added, maxNamed)} ${added.length === 1 ? "is" : "are"} new`,
    gone.length > 0 && `${listOf(gone, maxNamed)} ${gone.length === 1 ? "is" : "are"} no longer in it`,
    gone.length === 0 && !isSame(closedIn(former), closedIn(corrected)) && "decisions were changed",
    former.coverNote !== corrected.coverNote && "the cover note was changed",
    !isSame(former.files, corrected.files) && "the list of files was changed",
  ].filter(Boolean);
  const text = parts.length > 0 ? parts.join("; ") : "what it says of the permit or the city was changed";
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
