import { countsOf, type LetterContent, outcomeWords, planCheckName } from "./letter";
import { changesText } from "./letter-changes";

/** The number of characters of the cover note in an email. */
const noteLength = 500;

const permitName = ({ permit }: LetterContent): string =>
  [permit.number, permit.revision].filter(Boolean).join(" ");

/** Returns the subject of the email about a letter: "Corrections required: OAK-26-041, Grand Avenue Mixed Use (PC2)". */
export function letterSubject(content: LetterContent, { isReissue }: { isReissue: boolean }): string {
  const outcome = outcomeWords(content.outcome, content.approvalWording);
  const subject = `${outcome}: ${permitName(content)}, ${content.permit.name} (${content.cycle})`;
  return isReissue ? `Corrected letter: ${subject}` : subject;
}

/** Returns the paragraphs of the email about a letter, after its salutation. A corrected one has a former one. */
export function letterLines(content: LetterContent, former?: LetterContent): string[] {
  const { permit, cycle, outcome, approvalWording, kind, coverNote } = content;
  const about = `${permitName(content)}, ${permit.name}, ${permit.address}`;
  const lines = [
    `The ${planCheckName(cycle).toLowerCase()} of ${about} is finished: ${outcomeWords(outcome, approvalWording)}.`,
    kind === "corrections" ? openLine(content) : conditionsLine(content),
  ];
  if (former) {
    const replaced = `The corrected letter ${content.number} replaces ${former.number}`;
    lines.unshift(`${replaced}: ${changesText(former, content)}`);
  }
  if (kind === "corrections") lines.push("Revise the plans and answer every correction by its number.");
  if (coverNote) lines.push(beginningOf(coverNote));
  return lines;
}

const isOrAre = (count: number) => (count === 1 ? "is" : "are");
const wasOrWere = (count: number) => (count === 1 ? "was" : "were");

function openLine(content: LetterContent): string {
  const { open, added, resolved, disciplines } = countsOf(content);
  const corrections = open === 1 ? "correction is" : "corrections are";
  const changes = [
    content.cycle !== "PC1" && added > 0 ? `${added} ${isOrAre(added)} new` : "",
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

/** Cuts a text between characters, also between those that are stored as two. */
function beginningOf(text: string): string {
  const characters = [...text];
  return characters.length <= noteLength ? text : `${characters.slice(0, noteLength).join("")}…`;
}
