import {
  type CorrectionKind,
  isOpenCorrection,
  newReasonValues,
  type Verdict,
  verdicts,
} from "~/models/corrections/correction";
import { fittingDecisions } from "~/models/corrections/decision";
import { underReview } from "~/models/permits/permit";
import type * as tables from "~/models/tables.server";
import {
  type CorrectionText,
  correctionTexts,
  notApplicableReasons,
  notResolvedRemarks,
  withdrawnRemarks,
} from "./demo-correction-texts";
import { type DemoDiscipline, demoDisciplines } from "./demo-disciplines";
import { itemAt, type Random, randomFrom } from "./demo-random";
import type { BackCheckRow, CorrectionRow } from "./seed-letter";
import type { VolumeContext, VolumePermit } from "./volume-permits";
import type { VolumeReview } from "./volume-reviews";
import type { VolumeSizes } from "./volume-sizes";

type StandardCommentRow = typeof tables.standardComments.$inferInsert & { id: number };
type NumberRow = typeof tables.correctionNumbers.$inferInsert;

export type VolumeCorrections = {
  corrections: CorrectionRow[];
  correctionNumbers: NumberRow[];
  backChecks: BackCheckRow[];
};

/** Sentences that make the texts 250 characters long on average. */
const endings = [
  "",
  " Coordinate this with the sheets of the others.",
  " Refer to the detail by its number.",
  " Respond in writing, with the sheet and the detail.",
  " The same applies to the enlarged plans on the next sheets of this set.",
];

/** The comments of a discipline for every city, and after them one of each of the largest cities. */
const forEveryCity = 30;
const ofOneCity = 10;

const standardShare = 0.3;
const undecidedShare = 0.05;
const notApplicableShare = 0.02;
const maxOfReview = 8;

/** Returns the library of standard comments: equally many of each discipline, a quarter of them of one city. */
export function volumeStandardComments(createdAt: string, cityCount: number): StandardCommentRow[] {
  return demoDisciplines.flatMap((discipline, position) => {
    const texts = correctionTexts[discipline];
    return Array.from({ length: forEveryCity + ofOneCity }, (_, index): StandardCommentRow => {
      const { kind, code, text } = itemAt<CorrectionText>(texts, index);
      const city = index - forEveryCity + 1;
      const isOfCity = city > 0 && city <= cityCount;
      return {
        id: position * (forEveryCity + ofOneCity) + index + 1,
        discipline,
        cityId: isOfCity ? city : null,
        kind,
        title: `${code ?? "General"}, comment ${index + 1}`,
        codeReference: code,
        text: index % 5 === 4 ? `${text} See detail ____.` : text,
        isActive: index % 13 !== 12,
        createdAt,
        updatedAt: createdAt,
      };
    });
  });
}

/**
 * Returns a function that chooses a review of a permit for a full page: the first open one of each busy reviewer. It
 * has as many open corrections, and its permit as many files, as the largest page that is measured.
 */
export function createFullReviews({ fullReviewers }: VolumeSizes) {
  const chosen = new Set<number>();
  return (reviews: VolumeReview[]): VolumeReview | undefined => {
    const review = reviews.find(
      ({ row, reviewer }) =>
        row.isOpen && reviewer.employeeId <= fullReviewers && !chosen.has(reviewer.employeeId),
    );
    if (!review) return undefined;
    chosen.add(review.reviewer.employeeId);
    review.row.status = "in_progress";
    review.startedAt = review.row.updatedAt;
    return review;
  };
}

type Checked = {
  permit: VolumePermit;
  discipline: DemoDiscipline;
  own: CorrectionRow[];
  /** Whether it is the discipline that has a review in every cycle. */
  isInEveryCycle: boolean;
};

type CountedReview = { isClosing: boolean; isFull: boolean; mustStayOpen: boolean; reviews: number };

/**
 * Returns a function that creates the corrections of each permit, in the order of the permits, and sets the decisions of
 * its reviews. The corrections that are due up to a permit but not yet written are dealt to the next reviews that can
 * leave some open: in an approved permit only the earlier cycles can.
 */
export function createCorrections({ sizes }: VolumeContext) {
  const random = randomFrom(131);
  const { fullReviewers, fullReviewCorrections, busiestPermitCorrections } = sizes;
  const separately = fullReviewers * fullReviewCorrections + busiestPermitCorrections;
  const duePerPermit = Math.max(0, sizes.corrections - separately) / sizes.permits;
  let due = 0;
  let lastId = 0;

  function countOf(
    permit: VolumePermit,
    review: VolumeReview,
    { isClosing, isFull, mustStayOpen, reviews }: CountedReview,
  ) {
    if (isFull) return fullReviewCorrections;
    if (permit.isBusiest) return Math.ceil(busiestPermitCorrections / reviews);
    if (review.row.status === "assigned") return 0;
    const count = isClosing
      ? Number(random.chance(0.35))
      : Math.min(maxOfReview, Math.max(Number(mustStayOpen), Math.round(due * random.fraction())));
    due -= count;
    return count;
  }

  function write(
    { permit, discipline, own }: Checked,
    review: VolumeReview,
    count: number,
    kindOf: () => CorrectionKind,
    isFirst: boolean,
  ) {
    const { row, reviewer } = review;
    for (let left = count; left > 0; left -= 1) {
      lastId += 1;
      const kind = kindOf();
      const { sheet, code, text } = random.pick(correctionTexts[discipline]);
      own.push({
        id: lastId,
        permitId: permit.row.id,
        discipline,
        number: own.length + 1,
        kind,
        reviewCycle: row.reviewCycle,
        sheet,
        codeReference: code,
        text: text + random.pick(endings),
        newReason: isFirst || kind !== "correction" ? null : random.pick(newReasonValues),
        status: "open",
        firstLetterId: null,
        authorId: reviewer.id,
        authorName: reviewer.name,
        standardCommentId: random.chance(standardShare)
          ? standardCommentOf(permit, discipline, random)
          : null,
        createdAt: row.updatedAt,
        updatedAt: row.updatedAt,
      });
    }
  }

  function check(
    reviews: VolumeReview[],
    full: VolumeReview | undefined,
    context: Checked & { all: number },
  ) {
    const { permit, own, isInEveryCycle, all } = context;
    const isUnderReview = underReview.includes(permit.row.status);
    const isResubmittal = permit.row.status === "resubmittal_required";
    const backChecks: BackCheckRow[] = [];
    for (const review of reviews) {
      const { row } = review;
      const isCompleted = row.status === "completed";
      const canClose = row.isCurrent === true && isCompleted && !isResubmittal;
      const isClosing = canClose && (!isUnderReview || random.chance(0.5));
      const before = backChecks.length;
      if (row.status !== "assigned") backChecks.push(...backCheck(review, own, isClosing, random));
      const isFull = review === full;
      // The letter of the cycle says what to correct.
      const mustStayOpen = isInEveryCycle && isCompleted && !canClose && !own.some(isOpenCorrection);
      const count = countOf(permit, review, { isClosing, isFull, mustStayOpen, reviews: all });
      const kindOf = () => {
        if (isFull || (mustStayOpen && !own.some(isOpenCorrection))) return "correction";
        const [correction, condition] = isClosing ? [0, 0.6] : [0.85, 0.1];
        const drawn = random.fraction();
        return drawn < correction ? "correction" : drawn < correction + condition ? "condition" : "note";
      };
      write(context, review, count, kindOf, review === reviews[0]);
      const canWait = row.isCurrent === true && isUnderReview && !isResubmittal;
      const isUndecided = canWait && random.chance(undecidedShare);
      if (isCompleted && !isUndecided) decide(review, own, backChecks.slice(before), random);
    }
    return backChecks;
  }

  return (
    permit: VolumePermit,
    reviews: VolumeReview[],
    full: VolumeReview | undefined,
  ): VolumeCorrections => {
    const corrections: CorrectionRow[] = [];
    const correctionNumbers: NumberRow[] = [];
    const backChecks: BackCheckRow[] = [];
    due += duePerPermit;
    if (!permit.city.usesCorrections) return { corrections, correctionNumbers, backChecks };
    const [first] = reviews;
    for (const [discipline, ofDiscipline] of Map.groupBy(reviews, ({ row }) => row.discipline)) {
      const own: CorrectionRow[] = [];
      // The reviews of a discipline begin with the current one.
      const inOrder = ofDiscipline.toReversed();
      const isInEveryCycle = discipline === first?.row.discipline;
      const context = { permit, discipline, own, isInEveryCycle, all: reviews.length };
      backChecks.push(...check(inOrder, full, context));
      if (own.length === 0) continue;
      corrections.push(...own);
      correctionNumbers.push({ permitId: permit.row.id, discipline, highest: own.length });
    }
    return { corrections, correctionNumbers, backChecks };
  };
}

/** Some comments are used much more often than others. */
function standardCommentOf({ city }: VolumePermit, discipline: DemoDiscipline, random: Random): number {
  const first = demoDisciplines.indexOf(discipline) * (forEveryCity + ofOneCity) + 1;
  if (city.id <= ofOneCity && random.chance(0.1)) return first + forEveryCity + city.id - 1;
  return first + Math.floor(random.fraction() ** 2 * forEveryCity);
}

/** Back-checks what is open: all of it in a completed review, half of it in one that has begun. */
function backCheck(
  { row, reviewer }: VolumeReview,
  own: CorrectionRow[],
  isClosing: boolean,
  random: Random,
): BackCheckRow[] {
  const open = own.filter(isOpenCorrection);
  const count = row.status === "completed" ? open.length : Math.ceil(open.length / 2);
  return open.slice(0, count).map((correction): BackCheckRow => {
    const drawn = random.fraction();
    const verdict: Verdict =
      drawn < 0.05 ? "withdrawn" : drawn < 0.75 || isClosing ? "resolved" : "not_resolved";
    correction.status = verdicts[verdict].status;
    correction.updatedAt = row.updatedAt;
    return {
      correctionId: correction.id,
      reviewCycle: row.reviewCycle,
      verdict,
      remark: remarkOf(verdict, correction),
      byId: reviewer.id,
      byName: reviewer.name,
      createdAt: row.updatedAt,
      updatedAt: row.updatedAt,
    };
  });
}

function remarkOf(verdict: Verdict, { id, sheet }: CorrectionRow): string | null {
  if (verdict === "resolved") return null;
  const remarks = verdict === "withdrawn" ? withdrawnRemarks : notResolvedRemarks;
  return itemAt(remarks, id).replace("{sheet}", sheet ?? "The set");
}

/** Sets the decision that fits what is open. */
function decide(
  { row, reviewer }: VolumeReview,
  own: CorrectionRow[],
  backChecked: BackCheckRow[],
  random: Random,
) {
  const isBackChecked = backChecked.length > 0;
  const [fitting] = fittingDecisions(
    own.map((correction) => ({ ...correction, issuedIn: correction.reviewCycle, isBackChecked })),
  );
  const isExempt = own.length === 0 && random.chance(notApplicableShare);
  row.decision = isExempt ? "not_applicable" : fitting;
  row.decisionReason = isExempt ? random.pick(notApplicableReasons) : null;
  row.decidedAt = row.completedAt;
  row.decidedById = reviewer.id;
}
