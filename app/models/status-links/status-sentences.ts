import { type CalendarDate, formatDate } from "../calendar-date";
import type { Decision } from "../corrections/decision";
import { decisions } from "../corrections/decision";
import { planCheckName } from "../letters/letter";
import { nextReviewCycle, type PermitStatus, permitStatuses, type ReviewCycle } from "../permits/permit";
import type { PlanCheckWord } from "../review-cycles/plan-check";

/** What the sentences for an applicant follow from: nothing of the work on a letter that they do not have. */
export type StatusFacts = {
  provider: string;
  /** "the City of Oakville" */
  city: string;
  status: PermitStatus;
  reviewCycle: ReviewCycle;
  /** Of the plan check as it is seen outside the firm; null before its letter is released. */
  word: PlanCheckWord | null;
  /** Its plan check was opened again, and the applicant has its letter. */
  isBeingCorrected: boolean;
  receivedOn: CalendarDate;
  dueDate: CalendarDate;
  today: CalendarDate;
  releasedOn: CalendarDate | null;
  handedOverOn: CalendarDate | null;
  resubmittedOn: CalendarDate | null;
  returnedOn: CalendarDate | null;
  outcome: Decision | null;
  /** "Approved with conditions" */
  outcomeWords: string | null;
  /** Null unless the applicant has a letter with corrections. */
  answers: { answered: number; total: number } | null;
  /** Whether applicants answer by their link now. */
  applicantsAnswer: boolean;
};

/** Who has the permit since when, when something is expected, and what the applicant does next: a sentence each. */
export type StatusSentences = { holder: string; expected: string; next: string };

const nothingToDo = "There is nothing for you to do now.";

const onDay = (date: CalendarDate | null): string => (date ? ` since ${formatDate(date)}` : "");

export function statusSentences(facts: StatusFacts): StatusSentences {
  const { pause } = permitStatuses[facts.status];
  if (pause) return paused(facts, pause);
  if (facts.isBeingCorrected) return beingCorrected(facts);
  switch (facts.word) {
    case "resubmitted":
      return resubmitted(facts);
    case "with_applicant":
      return withApplicant(facts);
    case "with_city":
      return withCity(facts);
    case "approved":
    case "closed":
      return finished(facts);
    case null:
    case "not_started":
    case "in_review":
    case "ready":
      return withoutLetter(facts);
  }
}

type Pause = { label: string; word: string; isFinal: boolean };

const paused = ({ city }: StatusFacts, { word, isFinal }: Pause): StatusSentences => ({
  holder: `This permit is ${word}.`,
  expected: isFinal ? "Nothing more is expected." : `No date is set while it is ${word}.`,
  next: `If you have questions, ask ${city}.`,
});

const beingCorrected = ({ provider, dueDate, applicantsAnswer }: StatusFacts): StatusSentences => ({
  holder: `With ${provider}: a corrected letter is being prepared.`,
  expected: `The plan check is due ${formatDate(dueDate)}.`,
  next: applicantsAnswer
    ? "Your answers are kept; you can send them once the corrected letter is out."
    : "Wait for the corrected letter.",
});

function resubmitted({ provider, resubmittedOn, reviewCycle }: StatusFacts): StatusSentences {
  const next = nextReviewCycle(reviewCycle);
  return {
    holder: `With ${provider}${onDay(resubmittedOn)}: your resubmittal was received.`,
    expected: next
      ? `A date is set when the ${planCheckName(next).toLowerCase()} begins.`
      : "A date is set when the plans are checked again.",
    next: nothingToDo,
  };
}

function withApplicant(facts: StatusFacts): StatusSentences {
  const { city, handedOverOn, returnedOn, answers, applicantsAnswer } = facts;
  const answered = answers ? `, ${answers.answered} of ${answers.total} are answered` : "";
  return {
    holder: returnedOn
      ? `With you${onDay(returnedOn)}: your resubmittal was not complete${answered}.`
      : `With you${onDay(handedOverOn)}: corrections are required${answered}.`,
    expected: "The next plan check begins after your resubmittal.",
    next: applicantsAnswer
      ? "Revise the plans, answer every correction, and send both here."
      : `Revise the plans, and give them with your answers to ${city}.`,
  };
}

const withCity = ({ city, releasedOn }: StatusFacts): StatusSentences => ({
  holder: `The review is finished and is with ${city}${onDay(releasedOn)}.`,
  expected: "The city gives you the letter.",
  next: `Wait for the letter, or ask ${city} for it.`,
});

function finished({ city, outcome, outcomeWords, releasedOn }: StatusFacts): StatusSentences {
  const leavesConditions = outcome !== null && decisions[outcome].leavesOpen === "conditions";
  return {
    holder: `The review is finished${outcomeWords ? `: ${outcomeWords}` : ""}${onDay(releasedOn)}.`,
    expected: "No further plan check is expected.",
    next: leavesConditions
      ? `Meet the conditions in the letter; ${city} says what follows.`
      : `Read the letter; ${city} says what follows.`,
  };
}

/** In review, or of a city that writes no letters here. */
function withoutLetter(facts: StatusFacts): StatusSentences {
  const { provider, city, status, reviewCycle, receivedOn, dueDate, today } = facts;
  const { holder } = permitStatuses[status];
  if (holder === "applicant") {
    return {
      holder: "With you: revised plans are required.",
      expected: "The next plan check begins when they have arrived.",
      next: `Give the revised plans to ${city}.`,
    };
  }
  if (holder === "none") {
    return {
      holder: "The review is finished.",
      expected: "No further plan check is expected.",
      next: `${city.charAt(0).toUpperCase()}${city.slice(1)} says what follows.`,
    };
  }
  const due = formatDate(dueDate);
  return {
    holder: `With ${provider}${onDay(receivedOn)}: the ${planCheckName(reviewCycle).toLowerCase()} is under way.`,
    expected: dueDate < today ? `It was expected by ${due} and is late.` : `It is expected by ${due}.`,
    next: nothingToDo,
  };
}
