import { answeredLetter, countAnswers, reasonNotToAnswer } from "~/models/answers/answer.server";
import { formatDate } from "~/models/calendar-date";
import { cityInSentence, namesOf } from "~/models/cities/city";
import { dayOf, formatMoment, today } from "~/models/clock.server";
import { countsOf, decisionText, hasOnlyNotes, outcomeWords } from "~/models/letters/letter";
import { contentOf } from "~/models/letters/letter.server";
import { lettersFor, type Permit, type PermitLetter } from "~/models/permits/permit-scope.server";
import { listPlanFiles } from "~/models/permits/plan-file.server";
import type { Applicant } from "~/models/policy";
import { planChecksForCity } from "~/models/review-cycles/city-plan-check.server";
import { isReviewOpen, wordForCity } from "~/models/review-cycles/plan-check";
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
    returnRemark: facts.word === "with_applicant" ? (permit.planCheck?.returnRemark ?? null) : null,
    answering,
    planChecks: await shownPlanChecks(permit),
    letters: letters.toReversed().map((letter) => shownLetter(letter, permit)),
    disciplines: await standings(letters.at(-1)),
    files: await shownFiles(actor, permit),
  };
}

/** How many corrections are answered, and whether the applicant answers them here; null without any. */
async function answersOf(actor: Applicant, permit: Permit) {
  const letter = answeredLetter(actor, permit);
  const counts = await countAnswers(actor, permit);
  if (!letter || !counts) return null;
  return {
    ...counts,
    mayAnswer: reasonNotToAnswer(actor, permit, letter) === undefined,
    mayRead: permit.city.applicantsAnswer,
  };
}

async function factsOf(permit: Permit, letters: PermitLetter[], answers: StatusFacts["answers"]) {
  const { city, planCheck, reviewCycle } = permit;
  const day = (moment: string | null | undefined) => (moment ? dayOf(moment) : null);
  const outcome = planCheck?.outcome ?? null;
  return {
    ...pick(permit, "status", "reviewCycle", "dueDate"),
    provider: env.PROVIDER_NAME,
    city: cityInSentence(namesOf(city)),
    word: wordForCity(planCheck),
    isBeingCorrected: isReviewOpen(permit) && letters.some((letter) => letter.reviewCycle === reviewCycle),
    receivedOn: await currentReceivedOn(permit),
    today: today(),
    releasedOn: day(planCheck?.releasedAt),
    handedOverOn: planCheck?.handedOverOn ?? null,
    resubmittedOn: day(planCheck?.resubmittedAt),
    returnedOn: day(planCheck?.returnedAt),
    outcome,
    outcomeWords: outcome && outcomeWords(outcome, city.approvalWording),
    answers,
    applicantsAnswer: city.applicantsAnswer && city.usesCorrections,
  } satisfies StatusFacts;
}

/** The current one and those before, with what the applicant may know of each. */
async function shownPlanChecks(permit: Permit) {
  const planChecks = await planChecksForCity(permit);
  if (!planChecks) return [];
  return [planChecks.current, ...planChecks.others].map(({ reviewCycle, word, receivedOn }) => ({
    ...{ reviewCycle, word },
    received: formatDate(receivedOn),
  }));
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
