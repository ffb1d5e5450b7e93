import { fullCityName } from "../cities/city";
import {
  byNumber,
  type CorrectionState,
  isNewCorrection,
  isNoteOf,
  isOpenCondition,
  isOpenCorrection,
  numberOf,
  type Verdict,
} from "../corrections/correction";
import { decisions } from "../corrections/decision";
import type { Discipline } from "../discipline";
import { disciplineValues } from "../discipline";
import type { ReviewCycle } from "../permits/permit";
import type { EffectiveDecision } from "../review-cycles/plan-check";
import {
  type LetterContent,
  type LetterItem,
  type LetterPlace,
  type LetterPlan,
  letterKinds,
} from "./letter";

export type LetterCorrection = Omit<CorrectionState, "isBackChecked"> & {
  sheet: string | null;
  codeReference: string | null;
  text: string;
  /** The last one that was sent. */
  answer: LetterItem["answer"];
  verdict: Verdict | null;
  remark: string | null;
  places?: LetterPlace[];
};

export type LetterSource = Omit<LetterContent, "version" | "kind" | "disciplines"> & {
  effective: readonly EffectiveDecision[];
  reviewers: ReadonlyMap<Discipline, string>;
  corrections: readonly LetterCorrection[];
};

export function letterContent({ effective, reviewers, corrections, ...fields }: LetterSource): LetterContent {
  const inOrder = corrections.toSorted(byNumber);
  const rows = disciplineValues.flatMap((discipline) => {
    const decision = effective.find((row) => row.discipline === discipline);
    const own = inOrder.filter((row) => row.discipline === discipline);
    const lists = listsOf(own, fields.cycle);
    if (!decision && lists.notes.length === 0) return [];
    return {
      discipline,
      effectiveDecision: decision?.decision ?? null,
      effectiveFrom: decision?.decidedIn ?? null,
      isBeforeCorrections: decision?.isBeforeCorrections ?? false,
      reviewer: reviewers.get(discipline) ?? null,
      ...lists,
    };
  });
  const kind = decisions[fields.outcome].leavesOpen === "corrections" ? "corrections" : "approval";
  const { current, ...files } = fields.files;
  // A letter of corrections has the plans of its cycle alone.
  const plans = !letterKinds[kind].needsAnswers && current && { current };
  return { version: 1, kind, ...fields, disciplines: rows, files: { ...files, ...plans } };
}

type City<Name extends string> = { cityName: string } & Record<"fullName" | Name, string | null>;

export const letterCity = ({ cityName, fullName, logoPath }: City<"logoPath">): LetterContent["city"] => ({
  name: cityName,
  ...(fullName && { fullName }),
  logo: logoPath,
});

export function letterContactOf(city: City<"letterContact" | "managerPhone" | "managerEmail">) {
  const ways = [city.managerPhone, city.managerEmail].filter(Boolean);
  const name = fullCityName({ name: city.cityName, fullName: city.fullName });
  return city.letterContact ?? (ways.length > 0 ? [name, ...ways].join(", ") : null);
}

/** Returns the latest plan file of each name, in the order in which they were added. */
export const currentPlans = (plans: readonly LetterPlan[]): LetterPlan[] =>
  plans.filter(({ name }, index) => !plans.slice(index + 1).some((later) => later.name === name));

function listsOf(corrections: readonly LetterCorrection[], cycle: ReviewCycle) {
  const items = (rows: LetterCorrection[]) => rows.map((row) => itemOf(row, cycle));
  const closedNow = corrections.filter(({ status, verdict }) => status !== "open" && status === verdict);
  return {
    open: items(corrections.filter((row) => isOpenCorrection(row) && !isNewCorrection(row, cycle))),
    added: items(corrections.filter((row) => isNewCorrection(row, cycle))),
    conditions: items(corrections.filter(isOpenCondition)),
    notes: items(corrections.filter((row) => isNoteOf(row, cycle))),
    resolved: closedNow.filter(({ status }) => status === "resolved").map(numberOf),
    withdrawn: closedNow
      .filter(({ status }) => status === "withdrawn")
      .map((row) => ({ number: numberOf(row), remark: row.remark ?? "" })),
  };
}

const itemOf = (row: LetterCorrection, cycle: ReviewCycle): LetterItem => ({
  id: row.id,
  number: numberOf(row),
  sheet: row.sheet,
  code: row.codeReference,
  text: row.text,
  cycle: row.issuedIn ?? cycle,
  newReason: row.newReason,
  answer: row.answer,
  verdict: row.verdict,
  remark: row.remark,
  ...(row.places?.length && { places: row.places }),
});
