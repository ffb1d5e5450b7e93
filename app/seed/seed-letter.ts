import { dayOf } from "~/models/clock.server";
import { type CorrectionState, verdicts } from "~/models/corrections/correction";
import type { Decision } from "~/models/corrections/decision";
import { type LetterContent, letterNumber } from "~/models/letters/letter";
import {
  type LetterCorrection,
  letterCity,
  letterContactOf,
  letterContent,
} from "~/models/letters/letter-content";
import { isBefore, type ReviewCycle, reviewCycles } from "~/models/permits/permit";
import { effectiveDecisions } from "~/models/review-cycles/blocker";
import { type EffectiveDecision, outcomeOfCycle } from "~/models/review-cycles/plan-check";
import type * as tables from "~/models/tables.server";
import type { DemoUser } from "./demo-people";
import type { PermitRow } from "./demo-permits";
import type { DemoReview } from "./demo-reviews";
import type { AnswerRow } from "./seed-answers";

export type LetterRow = typeof tables.letters.$inferInsert & { id: number; outcome: Decision };
/** A letter whose PDF is not drawn yet. */
export type UndrawnLetter = Omit<LetterRow, "fileKey" | "sha256" | "byteSize" | "content"> & {
  content: LetterContent;
};
export type CorrectionRow = typeof tables.corrections.$inferInsert &
  Omit<CorrectionState, "issuedIn" | "isBackChecked"> & { id: number };
export type BackCheckRow = typeof tables.backChecks.$inferInsert;

/** A permit with all that the letters of its review cycles are written from. */
export type CheckedPermit = {
  permit: { row: PermitRow };
  city: Pick<
    typeof tables.cities.$inferInsert,
    | "cityName"
    | "fullName"
    | "letterNamesReviewers"
    | "letterContact"
    | "managerPhone"
    | "managerEmail"
    | "letterCodes"
    | "approvalWording"
    | "letterRecipients"
    | "applicantsAnswer"
  >;
  /** The name of the plan-review firm. */
  provider: string;
  reviews: readonly Pick<DemoReview, "row" | "reviewer">[];
  corrections: readonly CorrectionRow[];
  backChecks: readonly BackCheckRow[];
  /** Those to the letters of earlier cycles. */
  answers: readonly AnswerRow[];
};

type Issue = Pick<LetterContent, "cycle" | "issuedOn" | "receivedOn" | "files" | "coverNote"> & {
  /** 1 for the first letter of the cycle. */
  issue: number;
};

/**
 * Returns what the letter of a review cycle said, also if the permit has changed since. Returns undefined if a discipline
 * has no decision, so that there was no letter.
 */
export function letterOfCycle(
  checked: CheckedPermit,
  { issue, ...fields }: Issue,
): LetterContent | undefined {
  const { permit, city, provider, reviews } = checked;
  const { row } = permit;
  const { cycle } = fields;
  const effective = effectiveDecisions({
    reviewCycle: cycle,
    requiredDisciplines: [],
    reviews: reviews.map(({ row: { id, discipline, reviewCycle, status, decision = null } }) => ({
      ...{ id, discipline, reviewCycle, status, decision },
    })),
    cyclesWithPlanCheck: reviewCycles,
    cyclesWithLetter: [],
  });
  const outcome = outcomeOfCycle(effective);
  if (!outcome) return undefined;
  const revision = row.revisionNumber ?? null;
  return letterContent({
    ...fields,
    number: letterNumber({ number: row.urban37PermitNumber, revision }, cycle, issue),
    city: letterCity({ cityName: city.cityName, fullName: city.fullName ?? null, logoPath: null }),
    provider,
    contact: letterContactOf({
      cityName: city.cityName,
      fullName: city.fullName ?? null,
      letterContact: city.letterContact ?? null,
      managerPhone: city.managerPhone ?? null,
      managerEmail: city.managerEmail ?? null,
    }),
    codes: city.letterCodes ?? null,
    approvalWording: city.approvalWording ?? "approved",
    permit: {
      number: row.urban37PermitNumber,
      revision,
      cityNumber: row.cityPermitNumber ?? null,
      name: row.projectName,
      address: row.projectAddress,
      type: row.projectType,
    },
    applicant: { name: row.applicantName ?? null, email: row.applicantEmail ?? null },
    outcome,
    answersBy: city.applicantsAnswer === false ? "city" : "link",
    effective,
    reviewers: new Map(city.letterNamesReviewers ? reviewersOf(effective, reviews) : []),
    corrections: correctionsIn(checked, cycle),
  });
}

const reviewersOf = (effective: readonly EffectiveDecision[], reviews: CheckedPermit["reviews"]) =>
  effective.flatMap(({ discipline, decidedIn }) => {
    const review = reviews.find(({ row }) => row.discipline === discipline && row.reviewCycle === decidedIn);
    return review ? [[discipline, review.reviewer.name] as const] : [];
  });

/** Returns the corrections as they were at the end of a cycle, before its letter made them no drafts. */
function correctionsIn(checked: CheckedPermit, cycle: ReviewCycle): LetterCorrection[] {
  const { corrections, backChecks, answers } = checked;
  return corrections
    .filter(({ reviewCycle }) => !isBefore(cycle, reviewCycle))
    .map((correction): LetterCorrection => {
      const { id, discipline, number, kind, reviewCycle } = correction;
      const last = backChecks.findLast((row) => row.correctionId === id && !isBefore(cycle, row.reviewCycle));
      const backCheck = last?.reviewCycle === cycle ? last : undefined;
      return {
        ...{ id, discipline, number, kind, reviewCycle },
        sheet: correction.sheet ?? null,
        codeReference: correction.codeReference ?? null,
        text: correction.text,
        newReason: correction.newReason ?? null,
        status: last ? verdicts[last.verdict].status : "open",
        issuedIn: reviewCycle === cycle ? null : reviewCycle,
        answer: sentAnswer(answers.findLast(({ correctionId }) => correctionId === id)),
        verdict: backCheck?.verdict ?? null,
        remark: backCheck?.remark ?? null,
      };
    });
}

const sentAnswer = (row: AnswerRow | undefined): LetterCorrection["answer"] =>
  row?.sentAt ? { on: dayOf(row.sentAt), sheet: row.sheet ?? null, text: row.text } : null;

type Release = {
  id: number;
  planCheckId: number;
  issue: number;
  /** The moment of the release. */
  at: string;
  by: DemoUser;
};

/** Returns the row of a letter that was released with its permit in process. */
export function letterRow(
  { permit }: Pick<CheckedPermit, "permit">,
  content: LetterContent,
  { id, planCheckId, issue, at, by }: Release,
): UndrawnLetter {
  const { cycle, number, kind, outcome, issuedOn, approvalWording } = content;
  // What is recommended is approved by the city, and what is not applicable by nothing.
  const setsStatus =
    kind === "corrections" || (outcome !== "not_applicable" && approvalWording === "approved");
  return {
    ...{ id, planCheckId, issue, number, kind, outcome, issuedOn, content },
    permitId: permit.row.id,
    reviewCycle: cycle,
    statusBefore: setsStatus ? "in_process" : null,
    byId: by.id,
    byName: by.name,
    supersededById: null,
    createdAt: at,
  };
}
