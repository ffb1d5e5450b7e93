import type { CalendarDate } from "~/models/calendar-date";
import { dayOf } from "~/models/clock.server";
import { numberOf } from "~/models/corrections/correction";
import type { LetterContent } from "~/models/letters/letter";
import { currentPlans } from "~/models/letters/letter-content";
import { isBefore } from "~/models/permits/permit";
import type * as tables from "~/models/tables.server";
import { momentOn, workingDaysBefore } from "./demo-calendar";
import { type EventRow, eventRow } from "./demo-history";
import type { DemoPeople, DemoUser } from "./demo-people";
import { cycleName, type DemoCycle, type DemoPermit, reissuedPermit } from "./demo-permits";
import { type CycleRelease, type PlanCheckRow, planCheckOf, receivedOnOf } from "./demo-plan-checks";
import type { NewPlans } from "./demo-plans.server";
import { itemAt } from "./demo-random";
import { replyTo } from "./demo-replies";
import type { DemoReview } from "./demo-reviews";
import { type AnswerRow, isMailed, type StatusLinkRow, statusLinkRow } from "./seed-answers";
import {
  type BackCheckRow,
  type CheckedPermit,
  type CorrectionRow,
  letterOfCycle,
  letterRow,
  type UndrawnLetter,
} from "./seed-letter";

type PlanFileRow = typeof tables.planFiles.$inferInsert;

/** A letter is handed over one to three working days after its release. */
const maxHandOverDays = 3;
/** The letters of every fifth permit have a cover note. */
const coverNotes = [
  "Please send one complete set with the resubmittal. Sheets that were sent one by one are hard to compare.",
  "Two of the corrections can be settled on the phone. The reviewers can be reached through the city.",
  "The fee of the next plan check is paid at the city's counter, before the revised plans are sent.",
];
const coverNoteEvery = 5;

type Reviewed = {
  /** The permits with corrections. */
  permits: DemoPermit[];
  reviews: DemoReview[];
  corrections: CorrectionRow[];
  backChecks: BackCheckRow[];
  planFiles: PlanFileRow[];
};

/** Returns the cycles that a letter was released in: the earlier ones, and the current one of a decided permit. */
function releasedCycles({ row, cycles }: DemoPermit): DemoCycle[] {
  const isReleased = row.status === "approved" || row.status === "resubmittal_required";
  return isReleased ? cycles : cycles.slice(0, -1);
}

/**
 * Returns the plan checks, letters, answers and status links of the permits with corrections, their events, and when
 * plans for a next cycle were sent with answers. The returned corrections and plan files refer to their letters.
 */
export function demoLetters(reviewed: Reviewed, people: DemoPeople, provider: string, today: CalendarDate) {
  const days = workingDaysBefore(today);
  const written: Written = {
    ...{ planChecks: [], letters: [], answers: [], statusLinks: [] },
    ...{ events: [], newPlans: [] },
  };
  const checkedOf = groupByPermit(reviewed, people, provider);
  for (const permit of reviewed.permits) {
    const checked = checkedOf(permit);
    const released = releasedCycles(permit);
    for (const cycle of permit.cycles) {
      const context = { permit, cycle, checked, days, people, planFiles: reviewed.planFiles };
      const id = written.planChecks.length + 1;
      const release = released.includes(cycle) ? releaseCycle(context, id, written) : undefined;
      written.planChecks.push(planCheckOf(permit, cycle, days, { id, release }));
    }
    written.answers.push(...checked.answers);
  }
  const lettersOf = Map.groupBy(written.letters, cycleKey);
  return {
    ...written,
    corrections: reviewed.corrections.map((row) => ({
      ...row,
      firstLetterId: lettersOf.get(cycleKey(row))?.at(0)?.id ?? null,
    })),
    planFiles: reviewed.planFiles.map((row) => ({
      ...row,
      letterId: row.origin === "marked_up" ? (lettersOf.get(cycleKey(row))?.at(-1)?.id ?? null) : null,
    })),
  };
}

const cycleKey = ({ permitId, reviewCycle }: { permitId: number; reviewCycle: string }) =>
  `${permitId} ${reviewCycle}`;

/** Returns a function that finds all that the letters of a permit are written from. */
function groupByPermit(
  { reviews, corrections, backChecks }: Reviewed,
  { cities }: DemoPeople,
  provider: string,
) {
  const permitOf = new Map(corrections.map(({ id, permitId }) => [id, permitId]));
  const reviewsOf = Map.groupBy(reviews, ({ row }) => row.permitId);
  const correctionsOf = Map.groupBy(corrections, ({ permitId }) => permitId);
  const backChecksOf = Map.groupBy(backChecks, ({ correctionId }) => permitOf.get(correctionId));
  return (permit: DemoPermit): Checked => {
    const { id, cityId } = permit.row;
    const city = cities.find((row) => row.id === cityId);
    if (!city) throw new Error(`City ${cityId} does not exist`);
    return {
      ...{ permit, city, provider },
      reviews: reviewsOf.get(id) ?? [],
      corrections: correctionsOf.get(id) ?? [],
      backChecks: backChecksOf.get(id) ?? [],
      answers: [],
    };
  };
}

/** The answers are added cycle by cycle. */
type Checked = CheckedPermit & { answers: AnswerRow[] };
type Written = {
  planChecks: PlanCheckRow[];
  letters: UndrawnLetter[];
  answers: AnswerRow[];
  statusLinks: StatusLinkRow[];
  events: EventRow[];
  newPlans: NewPlans[];
};
type Context = {
  permit: DemoPermit;
  cycle: DemoCycle;
  checked: Checked;
  days: CalendarDate[];
  people: DemoPeople;
  planFiles: PlanFileRow[];
};

/** Adds the letter of a cycle, or both if it was released again, what follows until the next cycle, and the events. */
function releaseCycle(context: Context, planCheckId: number, written: Written): CycleRelease {
  const { permit, cycle, checked, days, people } = context;
  const by = people.administrator;
  const first = issueLetter(context, 1);
  const issues = permit.row.id === reissuedPermit ? reissued(context, first) : [first];
  for (const [index, content] of issues.entries()) {
    const id = written.letters.length + 1;
    const at = momentOn(content.issuedOn, "deciding", 0.5);
    const letter = letterRow(checked, content, { id, planCheckId, issue: index + 1, at, by });
    const isLast = index === issues.length - 1;
    written.letters.push({ ...letter, supersededById: isLast ? null : id + 1 });
    if (index > 0) written.events.push(...reopenEvents(permit, planCheckId, letter, by));
    written.events.push(releaseEvent(letter, by));
  }
  const letter = written.letters.at(-1) as UndrawnLetter;
  const { outcome, issue, createdAt: at } = letter;
  const isByEmail = isMailed(checked.city, permit.row);
  const handOver = isByEmail
    ? { on: letter.issuedOn, at, by }
    : handOverOf(permit, cycle, cycle.end + issues.length - 1, { days, people });
  if (handOver && !isByEmail) written.events.push(handOverEvent(handOver, planCheckId));
  const link = linkOf(permit, handOver ?? { at, by }, written);
  const released = { outcome, at, by, issue, handedOverOn: handOver?.on ?? null };
  if (!handOver) return { ...released, changedAt: at };
  const reply = replyTo(letter, { ...context, city: checked.city, link });
  checked.answers.push(...reply.answers);
  written.newPlans.push(...reply.newPlans);
  written.events.push(...reply.events);
  const { resubmittal, returned } = reply;
  return { ...released, resubmittal, returned, changedAt: reply.at ?? handOver.at };
}

/** Returns the link of a permit, which is made when the applicant gets the first letter. */
function linkOf(
  { row }: DemoPermit,
  { at, by }: Pick<HandOver, "at" | "by">,
  { statusLinks, events }: Written,
): StatusLinkRow {
  const made = statusLinks.find(({ permitId }) => permitId === row.id);
  if (made) return made;
  const link = statusLinkRow(row, { id: statusLinks.length + 1, at, by });
  statusLinks.push(link);
  const changes = { forEmail: link.forEmail };
  events.push(eventRow({ at, actor: by, action: "permit.status-link-made", id: row.id, changes }));
  return link;
}

/** Writes the letter of a cycle: the first on its last day, the next one on the day after it. */
function issueLetter({ permit, cycle, checked, days, planFiles }: Context, issue: number): LetterContent {
  const { row, cycles } = permit;
  const reviewCycle = cycleName(permit, cycle);
  const ofOrigin = (origin: PlanFileRow["origin"]) =>
    planFiles.filter((file) => file.permitId === row.id && (file.origin ?? "submitted") === origin);
  const namesOf = (origin: PlanFileRow["origin"]) =>
    ofOrigin(origin)
      .filter((file) => file.reviewCycle === reviewCycle)
      .map(({ fileName }) => fileName);
  const plans = ofOrigin("submitted")
    .filter((file) => !isBefore(reviewCycle, file.reviewCycle))
    .map((file) => ({ name: file.fileName, on: dayOf(file.uploadedAt), cycle: file.reviewCycle }));
  const isApproval = row.status === "approved" && cycle === cycles.at(-1);
  const hasNote = row.id % coverNoteEvery === 0 && !isApproval;
  const content = letterOfCycle(checked, {
    cycle: reviewCycle,
    issue,
    issuedOn: days[cycle.end + issue - 1] as CalendarDate,
    receivedOn: receivedOnOf(permit, cycle, days),
    files: {
      reviewed: namesOf("submitted"),
      markedUp: namesOf("marked_up"),
      current: currentPlans(plans),
    },
    coverNote: hasNote ? itemAt(coverNotes, row.id / coverNoteEvery) : null,
  });
  if (!content) throw new Error(`${row.urban37PermitNumber} has no decision in ${reviewCycle}`);
  return content;
}

/** Returns the first letter without the code reference of a correction, and the second one with it. */
function reissued(context: Context, complete: LetterContent): LetterContent[] {
  const completed = context.checked.corrections.find(({ codeReference }) => codeReference);
  if (!completed) throw new Error("No correction has a code reference");
  const disciplines = complete.disciplines.map((row) => ({
    ...row,
    added: row.added.map((item) => (item.id === completed.id ? { ...item, code: null } : item)),
  }));
  const coverNote = `This letter replaces ${complete.number}: correction ${numberOf(completed)} lacked its code reference.`;
  return [
    { ...complete, disciplines },
    { ...issueLetter(context, 2), coverNote },
  ];
}

type HandOver = { on: CalendarDate; at: string; by: DemoUser };

/** Returns when the city gave a letter to the applicant: before the next submittal, and not after yesterday. */
function handOverOf(
  { row, cycles }: DemoPermit,
  cycle: DemoCycle,
  releasedOn: number,
  { days, people }: Pick<Context, "days" | "people">,
): HandOver | undefined {
  const next = cycles[cycles.indexOf(cycle) + 1];
  const wanted = releasedOn + 1 + (row.id % maxHandOverDays);
  const on = days[Math.min(wanted, next?.start ?? wanted)];
  if (!on) return undefined;
  return { on, at: handOverMoment(on), by: itemAt(people.usersOfCity(row.cityId), row.id) };
}

/** Before the next plans are received, if they are on the same day. */
export const handOverMoment = (day: CalendarDate): string => momentOn(day, "intake", 0.2);

type ReleasedLetter = Pick<UndrawnLetter, "id" | "number" | "outcome" | "createdAt">;

export const releaseEvent = (
  { id, number, outcome, createdAt: at }: ReleasedLetter,
  actor: DemoUser,
): EventRow => eventRow({ at, actor, action: "letter.released", id, changes: { number, outcome } });

export const handOverEvent = ({ on, at, by }: HandOver, planCheckId: number): EventRow =>
  eventRow({
    at,
    actor: by,
    action: "plan-check.handed-over",
    id: planCheckId,
    changes: { handedOverOn: [null, on] },
  });

/** Returns the events of a plan check that is opened again on the day of its next letter. */
function reopenEvents(
  { row }: DemoPermit,
  planCheckId: number,
  { issuedOn, createdAt }: UndrawnLetter,
  actor: DemoUser,
): EventRow[] {
  const at = momentOn(issuedOn, "reviewing", 0.5);
  const statusEvent = (moment: string, status: string[]) =>
    eventRow({ at: moment, actor, action: "permit.updated", id: row.id, changes: { status } });
  const changes = { outcome: ["corrections_required", null], reason: "A code reference is missing." };
  return [
    statusEvent(at, ["resubmittal_required", "in_process"]),
    eventRow({ at, actor, action: "plan-check.reopened", id: planCheckId, changes }),
    statusEvent(createdAt, ["in_process", "resubmittal_required"]),
  ];
}
