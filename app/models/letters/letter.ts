import { type CalendarDate, formatDate } from "../calendar-date";
import { type ApprovalWording, approvalWordings } from "../cities/approval-wording";
import { cityInSentence } from "../cities/city";
import { newReasons, type Verdict } from "../corrections/correction";
import { type Decision, decisionLabel, decisions } from "../corrections/decision";
import type { Discipline } from "../discipline";
import { type ReviewCycle, reviewCycles } from "../permits/permit";
import { pluralize } from "../pluralize";
import type { PlanCheckState } from "../review-cycles/plan-check";
import type { LetterContent, LetterDiscipline, LetterItem } from "./letter-content.server";

type LetterKindFacts = {
  /** Whether the applicant answers it and submits plans again. */
  needsAnswers: boolean;
  planCheckState: PlanCheckState;
};

export const letterKinds = {
  corrections: { needsAnswers: true, planCheckState: "released" },
  approval: { needsAnswers: false, planCheckState: "closed" },
} as const satisfies Record<string, LetterKindFacts>;
export type LetterKind = keyof typeof letterKinds;
export const letterKindValues = Object.keys(letterKinds) as LetterKind[];

export type {
  LetterContent,
  LetterDiscipline,
  LetterItem,
  LetterPlace,
  LetterPlan,
} from "./letter-content.server";

/** Whether applicants answer by their status link, or the city types in the answers. */
const answerWays = {
  link: {
    sentence: (city: string) =>
      `Give answers and the revised set by the status link of this permit, or to ${city}, which sends them in its portal.`,
  },
  city: {
    sentence: (city: string) =>
      `Give answers and the revised set to ${city}, which sends them in its portal.`,
  },
};
export type AnswerWay = keyof typeof answerWays;
export const answerWayValues = Object.keys(answerWays) as AnswerWay[];

/** How the applicant gets the letter from the city or the administrator. */
export const handOverWayValues = ["mail", "self"] as const;
export type HandOverWay = (typeof handOverWayValues)[number];

export const maxIssues = 9;
export const maxCoverNoteLength = 4000;

type NumberedPermit = Pick<LetterContent["permit"], "number" | "revision">;

/** OAK-26-041-PC1, OAK-26-041-REV1-PC2, and OAK-26-041-PC1-2 for a reissue. */
export function letterNumber(permit: NumberedPermit, cycle: ReviewCycle, issue: number): string {
  const parts = [permit.number, permit.revision?.toUpperCase(), cycle, issue > 1 ? issue : undefined];
  return parts.filter((part) => part !== undefined).join("-");
}

const ordinals = "First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth".split(" ");

/** "Second plan check" */
export const planCheckName = (cycle: ReviewCycle): string =>
  `${ordinals[reviewCycles.indexOf(cycle)]} plan check`;

/** "Plan check by Urban37 for the City of Oakville" */
export const providerText = ({ provider, city }: Pick<LetterContent, "provider" | "city">): string =>
  `Plan check by ${provider} for ${cityInSentence(city)}`;

export const longDate = (date: CalendarDate, dateStyle: "full" | "long"): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle, timeZone: "UTC" }).format(new Date(date));

/** "Second plan check · issued Friday, December 4, 2026" */
export const issuedText = ({ cycle, issuedOn }: Pick<LetterContent, "cycle" | "issuedOn">): string =>
  `${planCheckName(cycle)} · issued ${longDate(issuedOn, "full")}`;

type Title = Pick<LetterContent, "number" | "outcome" | "approvalWording">;

export const letterTitle = ({ number, outcome, approvalWording }: Title): string =>
  `${decisions[outcome].letterTitle[approvalWording]} ${number}`;

/** "Approved with conditions" */
export function outcomeWords(outcome: Decision, approvalWording: ApprovalWording): string {
  const [first = "", ...rest] = decisionLabel(outcome, approvalWording).split(" ");
  return [first, ...rest.map((word) => word.toLowerCase())].join(" ");
}

export const openItemsOf = ({ open, added }: Pick<LetterDiscipline, "open" | "added">) => [...open, ...added];

export const allItemsOf = ({ open, added, conditions, notes }: LetterDiscipline): LetterItem[] => [
  ...open,
  ...added,
  ...conditions,
  ...notes,
];

export const withChangedItems = (
  rows: LetterDiscipline[],
  change: (item: LetterItem) => LetterItem,
): LetterDiscipline[] =>
  rows.map((row) => ({
    ...row,
    open: row.open.map(change),
    added: row.added.map(change),
    conditions: row.conditions.map(change),
    notes: row.notes.map(change),
  }));

export function countsOf({ disciplines }: Pick<LetterContent, "disciplines">) {
  const sum = (count: (discipline: LetterDiscipline) => number) =>
    disciplines.reduce((total, discipline) => total + count(discipline), 0);
  return {
    open: sum((row) => openItemsOf(row).length),
    added: sum(({ added }) => added.length),
    conditions: sum(({ conditions }) => conditions.length),
    notes: sum(({ notes }) => notes.length),
    resolved: sum(({ resolved }) => resolved.length),
    disciplines: disciplines.filter((row) => openItemsOf(row).length > 0).map(({ discipline }) => discipline),
  };
}

/** "Corrections required: 91 open corrections in 5 disciplines" */
export function outcomeText(content: LetterContent): string {
  const words = outcomeWords(content.outcome, content.approvalWording);
  const { open, conditions, disciplines } = countsOf(content);
  const corrections = pluralize(open, "open correction", "open corrections");
  const counted = {
    corrections: `${words}: ${corrections} in ${pluralize(disciplines.length, "discipline", "disciplines")}`,
    conditions: `${words}: ${conditions}`,
    nothing: words,
  };
  return counted[decisions[content.outcome].leavesOpen];
}

export function letterFacts(content: LetterContent): { label: string; text: string }[] {
  const { permit, applicant, receivedOn, cycle } = content;
  const number = [permit.number, permit.revision?.toUpperCase()].filter(Boolean).join(" ");
  return [
    { label: "Project", text: permit.name },
    { label: "Address", text: permit.address },
    { label: "Permit", text: [number, permit.cityNumber && `city permit ${permit.cityNumber}`] },
    { label: "Applicant", text: [applicant.name, applicant.email] },
    { label: "Plans received", text: `${longDate(receivedOn, "long")} (${cycle})` },
    { label: "Outcome", text: outcomeText(content) },
  ]
    .map(({ label, text }) => ({ label, text: [text].flat().filter(Boolean).join(" · ") }))
    .filter(({ text }) => text !== "");
}

export const letterHeadings = {
  whatToDo: "What to do now",
  table: "By discipline",
  conditions: "Conditions of approval",
  notes: "Notes",
  resolved: "Resolved in this plan check",
  withdrawn: "Withdrawn in this plan check",
  reviewed: "Files reviewed",
  markedUp: "Marked-up plans",
} as const;

export function whatToDo({
  kind,
  city,
  answersBy,
}: Pick<LetterContent, "kind" | "city" | "answersBy">): string[] {
  if (!letterKinds[kind].needsAnswers) return [];
  return [
    "Revise the plans; cloud each change and mark it with a delta and date.",
    "Answer every open correction in writing, by its number: what was changed, and on which sheet.",
    answersBy
      ? answerWays[answersBy].sentence(cityInSentence(city))
      : // As letters said it before applicants could answer here.
        `Give answers and the revised set to ${cityInSentence(city)}, which adds them to this permit in its portal.`,
  ];
}

export const contactText = ({ contact }: Pick<LetterContent, "contact">): string | null =>
  contact && `Questions: ${contact}`;

/** A discipline with nothing but notes needs no decision. */
export const hasOnlyNotes = ({ notes, open, added, conditions }: LetterDiscipline): boolean =>
  notes.length > 0 && open.length + added.length + conditions.length === 0;

type Decided = Pick<LetterDiscipline, "effectiveDecision" | "effectiveFrom" | "isBeforeCorrections"> & {
  isNotesOnly: boolean;
};

/** Returns a decision, with its cycle if it is an earlier one: "Approved (PC1)". Only a draft has undecided disciplines. */
export function decisionText(
  { effectiveDecision, effectiveFrom, isBeforeCorrections, isNotesOnly }: Decided,
  { cycle, approvalWording }: Pick<LetterContent, "cycle" | "approvalWording">,
): string {
  if (isBeforeCorrections) return `Reviewed in ${effectiveFrom}, before corrections`;
  if (!effectiveDecision) return isNotesOnly ? "Notes only" : "Not decided";
  const words = outcomeWords(effectiveDecision, approvalWording);
  return effectiveFrom === cycle ? words : `${words} (${effectiveFrom})`;
}

export const countText = (count: number): string => (count === 0 ? "–" : `${count}`);

export const stillOpenHeading = "Still open from earlier plan checks";

/** "New in the second plan check" */
export const addedHeading = (cycle: ReviewCycle): string =>
  `New in the ${planCheckName(cycle).toLowerCase()}`;

/** "Architectural: A-7. Electrical: E-7, E-12." */
export const resolvedText = (rows: Pick<LetterDiscipline, "discipline" | "resolved">[]): string =>
  rows
    .filter(({ resolved }) => resolved.length > 0)
    .map(({ discipline, resolved }) => `${discipline}: ${resolved.join(", ")}.`)
    .join(" ");

/** Returns "A-101.pdf", of an approval with "November 3, 2026 (PC1)". */
export const reviewedFiles = ({ files }: Pick<LetterContent, "files">): { name: string; when?: string }[] =>
  files.current?.map(({ name, on, cycle }) => ({ name, when: `${longDate(on, "long")} (${cycle})` })) ??
  files.reviewed.map((name) => ({ name }));

type Ending = Pick<LetterContent, "codes" | "outcome" | "approvalWording" | "city">;

export function lastSentences({ codes, outcome, approvalWording, city }: Ending): string[] {
  return [
    "Numbers stay with their corrections in every plan check. A number that is missing was resolved, withdrawn or never issued.",
    ...(codes ? [`Codes: ${codes.replaceAll("\n", " ").replace(/[^.!?]$/, "$&.")}`] : []),
    "Approval of plans does not permit a violation of any code.",
    ...(decisions[outcome].isApproval && approvalWordings[approvalWording].isByCity
      ? [`Approval is given by ${cityInSentence(city)}'s building official.`]
      : []),
  ];
}

/** "Sheet A2.1 · CBC 1010.1.9 · Caused by the revised plans · First written in PC1" */
export function itemPlace(item: LetterItem, { cycle }: Pick<LetterContent, "cycle">): string {
  const { sheet, code, newReason } = item;
  const place = sheet && (/^(sheet|general)/i.test(sheet) ? sheet : `Sheet ${sheet}`);
  const first = item.cycle !== cycle && `First written in ${item.cycle}`;
  return [place, code, newReason && newReasons[newReason].label, first].filter(Boolean).join(" · ");
}

/** "Your answer of Nov 20, 2026: The schedule is added. (A6.1)" */
export const answerText = ({ on, sheet, text }: NonNullable<LetterItem["answer"]>): string =>
  `Your answer of ${formatDate(on)}: ${text}${sheet ? ` (${sheet})` : ""}`;

/** The other verdicts close an item, which is then in the list of what is resolved. */
export const verdictLabels: Partial<Record<Verdict, string>> = {
  not_resolved: "Not resolved",
  reopened: "Open again",
};

/** Read aloud: "Correction Fire 3". */
export const spokenItem = (discipline: Discipline, number: string): string =>
  `Correction ${discipline} ${number.slice(number.indexOf("-") + 1)}`;

export const placesLabel = "Marked on";

/** Of a cut-out, which is printed at 60 × 40 mm. */
export const cutOutPixels = { width: 600, height: 400 };

type IssuedLetter = { issue: number; issuedOn: CalendarDate };

/** Says that this letter replaced another one; null for the first of a cycle. */
export const correctedOn = (letter: IssuedLetter | undefined): string | null =>
  letter && letter.issue > 1 ? `A corrected letter was issued on ${formatDate(letter.issuedOn)}.` : null;
