import { dayOf } from "~/models/clock.server";
import type { StoredFile } from "~/models/files/plan-file-store.server";
import type { LetterContent } from "~/models/letters/letter";
import { underReview } from "~/models/permits/permit";
import { momentOn } from "./demo-calendar";
import { handOverMoment } from "./demo-letters";
import type { DemoUser } from "./demo-people";
import { cycleName, type DemoCycle, decidedAt, resubmittedAt } from "./demo-permits";
import { type CycleRelease, type PlanCheckRow, planCheckOf, receivedOnOf } from "./demo-plan-checks";
import { randomFrom } from "./demo-random";
import {
  type AnswerRow,
  answersTo,
  applicantAnswerer,
  cityAnswerer,
  isMailed,
  type StatusLinkRow,
  statusLinkRow,
} from "./seed-answers";
import { type LetterRow, letterOfCycle, letterRow } from "./seed-letter";
import type { VolumeCorrections } from "./volume-corrections";
import type { VolumeContext, VolumePermit } from "./volume-permits";
import type { PlanFileRow } from "./volume-plans.server";
import type { VolumeReview } from "./volume-reviews";

/** The share of current letters that their city has handed over, and the most working days that it takes. */
const handedOverShare = 0.9;
const maxHandOverDays = 3;
/** The share of those whose resubmittal waits for the next cycle, and the most working days that it takes. */
const resubmittedShare = 0.2;
const maxResubmittalDays = 15;

export type VolumeLetters = {
  planChecks: PlanCheckRow[];
  letters: LetterRow[];
  correctionAnswers: AnswerRow[];
  statusLinks: StatusLinkRow[];
};
export type VolumeChecks = VolumeCorrections & VolumeLetters;

/** What the letters of a permit are written from. */
type Written = VolumeCorrections & {
  reviews: VolumeReview[];
  planFiles: PlanFileRow[];
  answers: AnswerRow[];
};
type HandOver = { day: number; at: string; by: DemoUser };

/**
 * Returns a function that creates the plan checks, letters, answers and status links of each permit, in the order of the
 * permits, and sets the first letter of its corrections. All letters share one PDF.
 */
export function createLetters(context: VolumeContext, provider: string, pdf: StoredFile) {
  const { sizes, people, days } = context;
  const by = people.administrator;
  const random = randomFrom(137);
  const answering = randomFrom(139);
  let lastPlanCheckId = 0;
  let lastLetterId = 0;
  let lastLinkId = 0;

  function handOverOf({ row, city, cycles }: VolumePermit, cycle: DemoCycle): HandOver | undefined {
    const next = cycles[cycles.indexOf(cycle) + 1];
    const wanted = cycle.end + random.between(1, maxHandOverDays);
    const isHandedOver = next ? next.start > cycle.end : random.chance(handedOverShare);
    const day = Math.min(wanted, next?.start ?? wanted);
    if (isMailed(city, row) && (!next || isHandedOver)) {
      return { day: cycle.end, at: decidedAt(days, cycle), by };
    }
    const on = isHandedOver ? days[day] : undefined;
    return on ? { day, at: handOverMoment(on), by: city.people[0] } : undefined;
  }

  /** Returns when the answers were sent: for the next cycle, or for one that has not begun. */
  function sentAtOf({ cycles }: VolumePermit, cycle: DemoCycle, { day }: HandOver): string | undefined {
    const next = cycles[cycles.indexOf(cycle) + 1];
    if (next) return resubmittedAt(days, next);
    const sentOn = days[day + answering.between(1, maxResubmittalDays)];
    return answering.chance(resubmittedShare) && sentOn ? momentOn(sentOn, "intake", 0.4) : undefined;
  }

  /** Adds the answers to a letter that was handed over. */
  function resubmit(
    permit: VolumePermit,
    cycle: DemoCycle,
    { content, handOver, released }: { content: LetterContent; handOver: HandOver; released: VolumeLetters },
  ): CycleRelease["resubmittal"] {
    const { row, city } = permit;
    const at = content.kind === "corrections" ? sentAtOf(permit, cycle, handOver) : undefined;
    const [link] = released.statusLinks;
    if (!at || !link) return undefined;
    const applicant = answering.chance(0.5) ? applicantAnswerer(row, city, link.id) : undefined;
    const sender = applicant ?? cityAnswerer(city.people[0]);
    if (applicant) link.lastUsedOn = dayOf(at);
    released.correctionAnswers.push(...answersTo(content, { by: sender, at, isSent: true }));
    return { at, by: sender };
  }

  /** The older permits were reviewed before there were letters, but for those that are still under review. */
  const hasLetters = ({ row }: VolumePermit) =>
    row.id > sizes.permits - sizes.permitsWithLetters || underReview.includes(row.status);

  function isReleased({ row, cycles }: VolumePermit, cycle: DemoCycle): boolean {
    const isCurrent = cycle === cycles.at(-1);
    return !isCurrent || row.status === "approved" || row.status === "resubmittal_required";
  }

  /** Returns the letter of a cycle; none if it is not over or had no review. */
  function letterOf(permit: VolumePermit, cycle: DemoCycle, planCheckId: number, written: Written) {
    if (!hasLetters(permit) || !isReleased(permit, cycle)) return undefined;
    const { city } = permit;
    const reviewCycle = cycleName(permit, cycle);
    const reviewed = written.planFiles.filter((file) => file.reviewCycle === reviewCycle);
    const checked = { permit, city, provider, ...written };
    const content = letterOfCycle(checked, {
      cycle: reviewCycle,
      issue: 1,
      issuedOn: days[cycle.end] as string,
      receivedOn: receivedOnOf(permit, cycle, days),
      files: { reviewed: reviewed.map(({ fileName }) => fileName), markedUp: [] },
      coverNote: null,
    });
    if (!content) return undefined;
    lastLetterId += 1;
    const release = { id: lastLetterId, planCheckId, issue: 1, at: decidedAt(days, cycle), by };
    const letter = letterRow(checked, content, release);
    return { ...letter, ...pdf, content };
  }

  /** Adds the letter of a cycle and what follows it. */
  function releaseOf(
    permit: VolumePermit,
    cycle: DemoCycle,
    written: Omit<Written, "answers">,
    released: VolumeLetters,
  ): CycleRelease | undefined {
    const answers = released.correctionAnswers;
    const letter = letterOf(permit, cycle, lastPlanCheckId, { ...written, answers });
    if (!letter) return undefined;
    const { content, outcome, createdAt: at } = letter;
    released.letters.push({ ...letter, content: JSON.stringify(content) });
    const handOver = handOverOf(permit, cycle);
    const release = { outcome, at, by, issue: 1 };
    if (!handOver) return { ...release, handedOverOn: null, changedAt: at };
    if (released.statusLinks.length === 0) {
      lastLinkId += 1;
      const made = { id: lastLinkId, at: handOver.at, by: handOver.by };
      released.statusLinks.push(statusLinkRow(permit.row, made));
    }
    const resubmittal = resubmit(permit, cycle, { content, handOver, released });
    const handedOverOn = days[handOver.day] ?? null;
    return { ...release, handedOverOn, resubmittal, changedAt: resubmittal?.at ?? handOver.at };
  }

  return (permit: VolumePermit, written: Omit<Written, "answers">): VolumeLetters => {
    const released: VolumeLetters = { planChecks: [], letters: [], correctionAnswers: [], statusLinks: [] };
    if (!permit.city.usesCorrections) return released;
    for (const cycle of permit.cycles) {
      lastPlanCheckId += 1;
      const release = releaseOf(permit, cycle, written, released);
      released.planChecks.push(planCheckOf(permit, cycle, days, { id: lastPlanCheckId, release }));
    }
    for (const correction of written.corrections) {
      const letter = released.letters.find(({ reviewCycle }) => reviewCycle === correction.reviewCycle);
      correction.firstLetterId = letter?.id ?? null;
    }
    return released;
  };
}
