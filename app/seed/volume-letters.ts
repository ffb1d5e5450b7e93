import type { StoredFile } from "~/models/files/plan-file-store.server";
import { underReview } from "~/models/permits/permit";
import { handOverMoment } from "./demo-letters";
import { cycleName, type DemoCycle, decidedAt } from "./demo-permits";
import { type CycleRelease, type PlanCheckRow, planCheckOf, receivedOnOf } from "./demo-plan-checks";
import { randomFrom } from "./demo-random";
import { type LetterRow, letterOfCycle, letterRow } from "./seed-letter";
import type { VolumeCorrections } from "./volume-corrections";
import type { VolumeContext, VolumePermit } from "./volume-permits";
import type { PlanFileRow } from "./volume-plans.server";
import type { VolumeReview } from "./volume-reviews";

/** The share of current letters that their city has handed over, and the most working days that it takes. */
const handedOverShare = 0.9;
const maxHandOverDays = 3;

export type VolumeLetters = { planChecks: PlanCheckRow[]; letters: LetterRow[] };
export type VolumeChecks = VolumeCorrections & VolumeLetters;

/** What the letters of a permit are written from. */
type Written = VolumeCorrections & { reviews: VolumeReview[]; planFiles: PlanFileRow[] };

/**
 * Returns a function that creates the plan checks and letters of each permit, in the order of the permits, and sets the
 * first letter of its corrections. All letters share one PDF.
 */
export function createLetters(context: VolumeContext, provider: string, pdf: StoredFile) {
  const { sizes, people, days } = context;
  const by = people.administrator;
  const random = randomFrom(137);
  let lastPlanCheckId = 0;
  let lastLetterId = 0;

  function handOverOf({ cycles }: VolumePermit, cycle: DemoCycle) {
    const next = cycles[cycles.indexOf(cycle) + 1];
    const wanted = cycle.end + random.between(1, maxHandOverDays);
    const isHandedOver = next ? next.start > cycle.end : random.chance(handedOverShare);
    return isHandedOver ? days[Math.min(wanted, next?.start ?? wanted)] : undefined;
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
    return { ...letter, ...pdf, content: JSON.stringify(content) };
  }

  return (permit: VolumePermit, written: Written): VolumeLetters => {
    const planChecks: PlanCheckRow[] = [];
    const letters: LetterRow[] = [];
    if (!permit.city.usesCorrections) return { planChecks, letters };
    for (const cycle of permit.cycles) {
      lastPlanCheckId += 1;
      const letter = letterOf(permit, cycle, lastPlanCheckId, written);
      let release: CycleRelease | undefined;
      if (letter) {
        letters.push(letter);
        const { outcome, createdAt: at } = letter;
        const handedOverOn = handOverOf(permit, cycle) ?? null;
        const changedAt = handedOverOn ? handOverMoment(handedOverOn) : at;
        release = { outcome, at, by, handedOverOn, changedAt };
      }
      planChecks.push(planCheckOf(permit, cycle, days, { id: lastPlanCheckId, release }));
    }
    for (const correction of written.corrections) {
      const letter = letters.find(({ reviewCycle }) => reviewCycle === correction.reviewCycle);
      correction.firstLetterId = letter?.id ?? null;
    }
    return { planChecks, letters };
  };
}
