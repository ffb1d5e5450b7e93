import { countAnswers, mayAnswer, returnOf } from "~/models/answers/answer.server";
import { formatDate } from "~/models/calendar-date";
import { cityInSentence, namesOf } from "~/models/cities/city";
import { dayOf, formatMoment, today } from "~/models/clock.server";
import { correctedOn, countsOf, decisionText, hasOnlyNotes, outcomeWords } from "~/models/letters/letter";
import { contentOf } from "~/models/letters/letter.server";
import { lettersFor, type Permit, type PermitLetter } from "~/models/permits/permit-scope.server";
import { listPlanFiles } from "~/models/permits/plan-file.server";
import type { Applicant } from "~/models/policy";
import { planChecksOutside } from "~/models/review-cycles/city-plan-check.server";
import { isReviewOpen, wordForApplicant } from "~/models/review-cycles/plan-check";
import { currentReceivedOn } from "~/models/review-cycles/plan-check.server";
import { pick } from "~/models/shown-fields";
import { type StatusFacts, statusSentences } from "~/models/status-links/status-sentences";
import { env } from "~/platform/env.server";
import { statusCityOf } from "./status-link.server";

export type StatusData = Awaited<ReturnType<typeof loadStatus>>;

type Opened = { actor: Applicant; permit: Permit; page: string };

/** All that an applicant sees of the permit: released letters alone, and nothing of the work on the next one. */
export async function loadStatus({ actor, permit, page }: Opened) {
  const letters = lettersFor(actor, permit);
  const answering = await answersOf(actor, permit);
  const facts = await factsOf(permit, letters, answering);
  return {
    statusCity: statusCityOf(permit, page),
    page,
    permit: pick(
      permit,
      ...([
        "projectName",
        "projectAddress",
        "cityPermitNumber",
        "urban37PermitNumber",
        "revisionNumber",
      ] as const),
    ),
    sentences: statusSentences(facts),
    corrected: correctedOn(letters.find(({ reviewCycle }) => reviewCycle === permit.reviewCycle)),
    returnRemark: facts.word === "with_applicant" ? (returnOf(permit)?.returnRemark ?? null) : null,
    answering,
    planChecks: await shownPlanChecks(actor, permit, letters),
    letters: letters.toReversed().map((letter) => shownLetter(letter, permit)),
    disciplines: await standings(letters.at(-1)),
    files: await shownFiles(actor, permit),
  };
}

/** How many corrections are answered, and whether that can change; null without any, or if the city types in the answers. */
async function answersOf(actor: Applicant, permit: Permit) {
  if (!permit.city.applicantsAnswer) return null;
  const counts = await countAnswers(actor, permit);
  return counts && { ...counts, mayAnswer: mayAnswer(actor, permit) };
}

async function factsOf(permit: Permit, letters: PermitLetter[], answers: StatusFacts["answers"]) {
  const { city, planCheck, reviewCycle } = permit;
  const day = (moment: string | null | undefined) => (moment ? dayOf(moment) : null);
  const outcome = planCheck?.outcome ?? null;
  return {
    ...pick(permit, "status", "reviewCycle", "dueDate"),
    provider: env.PROVIDER_NAME,
    city: cityInSentence(namesOf(city)),
    word: wordForApplicant(planCheck),
    isBeingCorrected: isReviewOpen(permit) && letters.some((letter) => letter.reviewCycle === reviewCycle),
    receivedOn: await currentReceivedOn(permit),
    today: today(),
    releasedOn: day(planCheck?.releasedAt),
    handedOverOn: planCheck?.handedOverOn ?? null,
    resubmittedOn: day(planCheck?.resubmittedAt),
    returnedOn: day(returnOf(permit)?.returnedAt),
    outcome,
    outcomeWords: outcome && outcomeWords(outcome, city.approvalWording),
    answers,
    applicantsAnswer: city.applicantsAnswer && city.usesCorrections,
  } satisfies StatusFacts;
}

/** The current one and those before: how each stands or ended, and the days that the applicant may know. */
async function shownPlanChecks(actor: Applicant, permit: Permit, letters: PermitLetter[]) {
  const planChecks = await planChecksOutside(actor, permit);
  if (!planChecks) return [];
  return [planChecks.current, ...planChecks.others].map((planCheck) => {
    const { reviewCycle, word, receivedOn, handedOverOn, resubmittedAt } = planCheck;
    const letter = letters.find((letter) => letter.reviewCycle === reviewCycle);
    const isOver = letter !== undefined && planCheck !== planChecks.current;
    return {
      reviewCycle,
      word: isOver ? outcomeWords(letter.outcome, permit.city.approvalWording) : word,
      days: [
        `Plans received ${formatDate(receivedOn)}`,
        letter && `Letter of ${formatDate(letter.issuedOn)}`,
        handedOverOn && `Given to you ${formatDate(handedOverOn)}`,
        resubmittedAt && `Resubmitted ${formatDate(dayOf(resubmittedAt))}`,
      ].filter((day) => day),
    };
  });
}

const shownLetter = ({ id, number, issuedOn, outcome }: PermitLetter, { city }: Permit) => ({
  ...{ id, number },
  issued: formatDate(issuedOn),
  outcome: outcomeWords(outcome, city.approvalWording),
});

/** What the last letter says of each discipline. */
async function standings(letter: PermitLetter | undefined) {
  if (!letter) return [];
  const content = await contentOf(letter);
  return content.disciplines.map((row) => ({
    discipline: row.discipline,
    decision: decisionText({ ...row, isNotesOnly: hasOnlyNotes(row) }, content),
    open: countsOf({ disciplines: [row] }).open,
  }));
}

async function shownFiles(actor: Applicant, permit: Permit) {
  const files = await listPlanFiles(actor, permit);
  return files.map((file) => ({
    ...pick(file, "id", "fileName", "byteSize", "reviewCycle", "origin", "isSetAside", "isForNextLetter"),
    uploaded: formatMoment(file.uploadedAt),
  }));
}
