import type { Verdict } from "~/models/corrections/correction";
import { isOpenCorrection, isOpenItem, verdicts } from "~/models/corrections/correction";
import { fittingDecisions } from "~/models/corrections/decision";
import { underReview } from "~/models/permits/permit";
import type * as tables from "~/models/tables.server";
import {
  type CorrectionText,
  correctionTexts,
  notApplicableReasons,
  notResolvedRemarks,
  reopenedRemark,
  resolvedRemarks,
  withdrawnRemarks,
} from "./demo-correction-texts";
import { type DemoDiscipline, demoDisciplines } from "./demo-disciplines";
import { isDemoUser } from "./demo-first-pages";
import type { DemoPeople } from "./demo-people";
import type { DemoPermit } from "./demo-permits";
import { itemAt, type Random, randomFrom } from "./demo-random";
import type { DemoReview } from "./demo-reviews";
import { isClear } from "./demo-rows";
import { type StandardText, standardLibrary } from "./demo-standard-comments";
import { remainingCorrection } from "./demo-story-data";
import type { BackCheckRow, CorrectionRow } from "./seed-letter";

type NumberRow = typeof tables.correctionNumbers.$inferInsert;

/** Projects of these names are checked by the code for houses. */
const houses = /Residence|Accessory Dwelling Unit|Kitchen Remodel|Garage Conversion/;

/** Among these reviews of permits under review, one was completed without a decision, as the Complete button does. */
const undecidedEvery = 6;
/** A draft of these permits was deleted: its number is missing. */
const deletedDraftEvery = 9;
/** The approved permits of a city that were reviewed with corrections. */
const approvedOfCity = 2;

/**
 * Returns the corrections and back-checks of the permits under review in the cities that use corrections and of those
 * approved last, these permits, and all reviews with their decisions. The other permits were reviewed before their city
 * began to use corrections.
 */
export function demoCorrections(permits: DemoPermit[], reviews: DemoReview[], people: DemoPeople) {
  const library = standardLibrary({ cities: people.cities, createdAt: people.cities[0]?.createdAt ?? "" });
  const written: Written = { corrections: [], backChecks: [], numbers: [] };
  const decided = new Map<DemoReview, DemoReview>();
  const reviewsOf = Map.groupBy(reviews, ({ permit }) => permit);
  const ofCities = permits.filter((permit) => usesCorrections(permit, people));
  const checked = [
    ...ofCities.filter(({ row }) => underReview.includes(row.status)),
    ...approvedLast(ofCities, reviewsOf),
  ];
  for (const permit of checked) {
    const random = randomFrom(1000 + permit.row.id);
    const byDiscipline = Map.groupBy(reviewsOf.get(permit) ?? [], ({ row }) => row.discipline);
    for (const discipline of demoDisciplines) {
      const ofDiscipline = byDiscipline.get(discipline);
      if (!ofDiscipline) continue;
      const source = textsOf(permit, discipline, library, random);
      const results = checkDiscipline(ofDiscipline, { source, written, random, people });
      for (const [review, result] of results) decided.set(review, result);
    }
  }
  return {
    ...written,
    permits: checked,
    standardComments: library.rows,
    reviews: reviews.map((review) => decided.get(review) ?? review),
  };
}

const usesCorrections = ({ row }: DemoPermit, { cities }: DemoPeople): boolean =>
  cities.some((city) => city.id === row.cityId && city.usesCorrections === true);

/** Returns the newest approved permits of each city that were reviewed in all cycles and disciplines. */
function approvedLast(permits: DemoPermit[], reviewsOf: Map<DemoPermit, DemoReview[]>): DemoPermit[] {
  const isReviewed = (permit: DemoPermit) =>
    reviewsOf.get(permit)?.length === permit.cycles.length * permit.requiredDisciplines.length;
  const approved = permits.filter((permit) => permit.row.status === "approved" && isReviewed(permit));
  return [...Map.groupBy(approved, ({ row }) => row.cityId).values()].flatMap((ofCity) =>
    ofCity.slice(-approvedOfCity),
  );
}

type Text = CorrectionText | StandardText;

/** Returns a function that takes the next text of a kind for a permit's discipline, one for each code reference. */
function textsOf(
  { row }: DemoPermit,
  discipline: DemoDiscipline,
  library: ReturnType<typeof standardLibrary>,
  random: Random,
) {
  const project = houses.test(row.projectName) ? "house" : "building";
  // After the approval, there is no other submittal.
  const isLate = ({ kind, text }: CorrectionText) =>
    row.status === "approved" && kind === "note" && text.includes("next submittal");
  const fits = (text: CorrectionText) => (text.only ?? project) === project && !isLate(text);
  const standard = library.textsFor(discipline, row.cityId, row.id).filter(fits);
  const own = correctionTexts[discipline].filter(fits);
  const left: Text[] = [...own, ...standard];
  return (
    kind: CorrectionText["kind"],
    used: readonly { codeReference?: string | null }[],
  ): Text | undefined => {
    const isNew = ({ code }: Text) =>
      code === null || !used.some(({ codeReference }) => codeReference?.startsWith(code));
    const fitting = left.filter((text) => text.kind === kind && isNew(text));
    if (fitting.length === 0) return undefined;
    const [text] = left.splice(left.indexOf(random.pick(fitting)), 1);
    return text;
  };
}

type Written = { corrections: CorrectionRow[]; backChecks: BackCheckRow[]; numbers: NumberRow[] };
type Context = {
  source: ReturnType<typeof textsOf>;
  written: Written;
  random: Random;
  people: DemoPeople;
};

/** Writes and back-checks the corrections of a permit's discipline, one cycle after another, and decides each cycle. */
function checkDiscipline(reviews: DemoReview[], context: Context): [DemoReview, DemoReview][] {
  const { written } = context;
  const own: CorrectionRow[] = [];
  const inOrder = reviews.toSorted((left, right) => left.cycle.start - right.cycle.start);
  const [first] = inOrder;
  const lastNumber = () => own.at(-1)?.number ?? 0;
  const results = inOrder.map((review): [DemoReview, DemoReview] => {
    const backChecked = backCheck(review, own, context);
    const isFirst = review === first;
    for (const draft of draftsOf(review, isFirst, own, context)) {
      const { id: permitId } = review.permit.row;
      const isAfterDeleted = permitId % deletedDraftEvery === 0 && own.length === 1;
      const number = lastNumber() + (isAfterDeleted ? 2 : 1);
      own.push({ ...draft, number, id: written.corrections.length + own.length + 1 });
    }
    return [review, decide(review, own, backChecked, context)];
  });
  if (first && own.length > 0) {
    const { permitId, discipline } = first.row;
    written.numbers.push({ permitId, discipline, highest: lastNumber() });
  }
  written.corrections.push(...own);
  return results;
}

const minute = 60_000;
const later = (moment: string, milliseconds: number) =>
  new Date(Date.parse(moment) + milliseconds).toISOString();

/** Returns the moment of one of `count` acts of a review: before its completion, or after its start. */
function momentOf({ row, startedAt }: DemoReview, position: number, count: number): string {
  const { completedAt, createdAt } = row;
  if (!completedAt) return later(startedAt ?? createdAt, (position + 1) * 2 * minute);
  const span = Math.min(Date.parse(completedAt) - Date.parse(createdAt), count * 7 * minute);
  return later(completedAt, (-span * (count - position)) / (count + 1));
}

function onSheet(remark: string, { sheet }: { sheet?: string | null | undefined }): string {
  const text = remark.replace("{sheet}", sheet && sheet !== "General" ? sheet : "the set");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The correction of reviews that have only this one left. */
const remainingText = fromNote(remainingCorrection).text;

/** Back-checks what is open from earlier cycles: all of it in a completed review, half of it in one that has begun. */
function backCheck(review: DemoReview, own: CorrectionRow[], { written, random }: Context): BackCheckRow[] {
  const { worked, reviewer, row, permit } = review;
  if (!worked) return [];
  const isDone = row.status === "completed";
  const open = own.filter(isOpenCorrection);
  const checked = isDone ? open : open.slice(0, Math.ceil(open.length / 2));
  const isLast = isDone && (isClear(permit, row) || row.comment === remainingCorrection);
  const rows = checked.map((correction, index): BackCheckRow => {
    const isLeft = row.comment === remainingCorrection && correction.text === remainingText;
    const verdict = isLeft ? "not_resolved" : verdictOn(index, isLast, random);
    return backCheckRow(correction, verdict, remarkOf(verdict, correction, random));
  });
  const resolved = own.find(
    (correction) => correction.status === "resolved" && !checked.includes(correction),
  );
  if (isDone && !isLast && resolved && random.chance(0.3))
    rows.push(backCheckRow(resolved, "reopened", onSheet(reopenedRemark, resolved)));
  written.backChecks.push(...rows);
  return rows;

  function backCheckRow(correction: CorrectionRow, verdict: Verdict, remark: string | null): BackCheckRow {
    const at = momentOf(review, own.indexOf(correction), own.length * 3);
    correction.status = verdicts[verdict].status;
    correction.updatedAt = at;
    return {
      correctionId: correction.id,
      reviewCycle: row.reviewCycle,
      verdict,
      remark,
      byId: reviewer.id,
      byName: reviewer.name,
      createdAt: at,
      updatedAt: at,
    };
  }
}

/** Of a few back-checks, one is resolved and one is not; the others are mostly resolved. */
function verdictOn(index: number, isLast: boolean, random: Random): Verdict {
  if (index > 1 && random.chance(0.15)) return "withdrawn";
  if (isLast || index === 0) return "resolved";
  return index === 1 || random.chance(0.2) ? "not_resolved" : "resolved";
}

function remarkOf(verdict: Verdict, correction: CorrectionRow, random: Random): string | null {
  const remarks = {
    resolved: resolvedRemarks,
    not_resolved: notResolvedRemarks,
    withdrawn: withdrawnRemarks,
    reopened: [reopenedRemark],
  }[verdict];
  const remark = itemAt<string | null>(remarks, correction.id + random.between(0, 1));
  return remark && onSheet(remark, correction);
}

type Draft = Omit<CorrectionRow, "id" | "number">;

/** Returns what a review writes: the correction of its notes first, then others, conditions and notes. */
function draftsOf(review: DemoReview, isFirst: boolean, own: CorrectionRow[], context: Context): Draft[] {
  const { row, reviewer, permit, worked } = review;
  if (!worked) return [];
  const texts = newTexts(review, isFirst, own, context);
  const isNew = !isFirst;
  return texts.map((written, index): Draft => {
    const at = momentOf(review, texts.length * 2 + index, texts.length * 3);
    const { kind, sheet, code, text } = written;
    return {
      permitId: permit.row.id,
      discipline: row.discipline,
      kind,
      reviewCycle: row.reviewCycle,
      sheet,
      codeReference: code,
      text,
      newReason: isNew && kind === "correction" ? reasonOf(text, index, context.random) : null,
      status: "open",
      authorId: reviewer.id,
      authorName: reviewer.name,
      standardCommentId: "standardCommentId" in written ? written.standardCommentId : null,
      createdAt: at,
      updatedAt: at,
    };
  });
}

function reasonOf(text: string, index: number, random: Random): Draft["newReason"] {
  if (index === 0 || text.startsWith("Cloud and date")) return "revised_plans";
  return random.pick(["revised_plans", "newly_shown", "missed_earlier"] as const);
}

function newTexts(
  review: DemoReview,
  isFirst: boolean,
  own: CorrectionRow[],
  { source, random, people }: Context,
): Text[] {
  const { row, reviewer, permit } = review;
  const { comment } = row;
  const texts: Text[] = [];
  const take = (kind: CorrectionText["kind"]) => {
    const used = [...own, ...texts.map(({ code }) => ({ codeReference: code }))];
    const text = source(kind, used);
    if (text) texts.push(text);
  };
  if (isClear(permit, row) && row.status === "completed") {
    if (isNotApplicable(review)) return [];
    const hasConditions = comment?.includes("conditions of approval");
    for (const kind of hasConditions ? (["condition", "condition"] as const) : (["note"] as const))
      take(kind);
    return texts;
  }
  const noted = comment ? fromNote(comment) : undefined;
  if (noted && !own.some(({ text, status }) => text === noted.text && status === "open")) texts.push(noted);
  if (comment === remainingCorrection) return texts;
  const isOfDemoUser = isDemoUser(reviewer, people);
  const [least, most] = isFirst ? (isOfDemoUser ? [4, 5] : [2, 4]) : [isOfDemoUser ? 2 : 1, 2];
  for (let left = random.between(least, most); left > 0; left -= 1) take("correction");
  if (isFirst && random.chance(0.5)) take("condition");
  if (isFirst && random.chance(0.4)) take("note");
  return texts;
}

/** Returns the correction that a review's notes describe: "A-201: show the sill height (CRC R310)." */
function fromNote(comment: string): Text {
  const [, sheet = null, rest = ""] = /^(?:(?:Sheet )?([A-Z]-\d{3}): )?(.*)$/s.exec(
    comment.replace(/^The earlier corrections are closed. One is left: /, ""),
  ) as unknown as (string | undefined)[];
  const [group, code = null] = / \(((?:C[A-Z]{2}|NFPA|ASCE|Energy)[^)]*\d[^)]*)\)/.exec(rest) ?? [];
  const text = group ? rest.replace(group, "") : rest;
  return { kind: "correction", sheet, code, text: text.charAt(0).toUpperCase() + text.slice(1) };
}

/** Some revisions have nothing to review in a discipline. */
const isNotApplicable = ({ permit, row }: DemoReview): boolean =>
  permit.row.revisionNumber !== null && permit.cycles.length === 1 && (row.id + permit.row.id) % 2 === 0;

/** Returns a completed review with the decision that fits what is open, and others as they are. */
function decide(
  review: DemoReview,
  own: CorrectionRow[],
  backChecked: BackCheckRow[],
  { random }: Context,
): DemoReview {
  const { row, reviewer, permit } = review;
  if (row.status !== "completed") return review;
  const isCurrent = row.reviewCycle === permit.row.reviewCycle;
  const isGoingOn = permit.row.status === "in_process" || permit.row.status === "hold";
  const isUndecided = isGoingOn && row.id % undecidedEvery === 1;
  if (isCurrent && isUndecided) return review;
  const states = own.map((correction) => ({
    ...correction,
    issuedIn: correction.reviewCycle === row.reviewCycle ? null : correction.reviewCycle,
    isBackChecked: backChecked.some(({ correctionId }) => correctionId === correction.id),
  }));
  const [fitting = null] = fittingDecisions(states);
  const isEmpty = own.every((correction) => !isOpenItem(correction)) && isClear(permit, row);
  const isExempt = isEmpty && own.length === 0 && isNotApplicable(review);
  const decisionReason = isExempt ? random.pick(notApplicableReasons) : null;
  return {
    ...review,
    row: {
      ...row,
      comment: decisionReason ?? row.comment,
      decision: isExempt ? "not_applicable" : fitting,
      decidedAt: row.completedAt,
      decidedById: reviewer.id,
      decisionReason,
    },
  };
}
