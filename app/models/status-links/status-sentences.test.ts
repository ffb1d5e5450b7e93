import { describe, expect, test } from "vitest";
import { type StatusFacts, statusSentences } from "./status-sentences";

/** In review, on time. */
const inReview: StatusFacts = {
  provider: "Urban37",
  city: "the City of Oakville",
  status: "in_process",
  reviewCycle: "PC2",
  word: null,
  isBeingCorrected: false,
  receivedOn: "2026-11-20",
  dueDate: "2026-12-01",
  today: "2026-11-25",
  releasedOn: null,
  handedOverOn: null,
  resubmittedOn: null,
  returnedOn: null,
  outcome: null,
  outcomeWords: null,
  answers: null,
  applicantsAnswer: true,
};

const released: Partial<StatusFacts> = {
  status: "resubmittal_required",
  releasedOn: "2026-12-02",
  outcome: "corrections_required",
  outcomeWords: "Corrections required",
};
const withApplicant: Partial<StatusFacts> = {
  ...released,
  word: "with_applicant",
  handedOverOn: "2026-12-04",
  answers: { answered: 12, total: 30 },
};
const approved: Partial<StatusFacts> = {
  status: "approved",
  word: "approved",
  releasedOn: "2026-12-02",
  outcome: "approved",
  outcomeWords: "Approved",
};

const sentences = (facts: Partial<StatusFacts> = {}) => statusSentences({ ...inReview, ...facts });
const nothingToDo = "There is nothing for you to do now.";

describe("in review, an applicant reads", () => {
  test("since when, and by when it is expected", () => {
    expect(sentences()).toEqual({
      holder: "With Urban37 since Nov 20, 2026: the second plan check is under way.",
      expected: "It is expected by Dec 1, 2026.",
      next: nothingToDo,
    });
  });

  test("that it is late from the day after", () => {
    expect(sentences({ today: "2026-12-01" }).expected).toBe("It is expected by Dec 1, 2026.");
    expect(sentences({ today: "2026-12-02" }).expected).toBe("It was expected by Dec 1, 2026 and is late.");
  });

  test.each(["not_started", "in_review", "ready"] as const)(
    "the same if it is %s within the firm",
    (word) => {
      expect(sentences({ word })).toEqual(sentences());
    },
  );

  test("without corrections, what follows from the permit's status", () => {
    expect(sentences({ status: "resubmittal_required" })).toEqual({
      holder: "With you: revised plans are required.",
      expected: "The next plan check begins when they have arrived.",
      next: "Give the revised plans to the City of Oakville.",
    });
    expect(sentences({ status: "approved" })).toEqual({
      holder: "The review is finished.",
      expected: "No further plan check is expected.",
      next: "The City of Oakville says what follows.",
    });
  });
});

describe("after the letter, an applicant reads", () => {
  test("until the hand-over, no more than that the review is finished", () => {
    const expected = {
      holder: "The review is finished and is with the City of Oakville since Dec 2, 2026.",
      expected: "The city gives you the letter.",
      next: "Wait for the letter, or ask the City of Oakville for it.",
    };
    expect(sentences({ ...released, word: "with_city" })).toEqual(expected);
  });

  test("how many corrections are answered, since when, and what to do", () => {
    expect(sentences(withApplicant)).toEqual({
      holder: "With you since Dec 4, 2026: corrections are required, 12 of 30 are answered.",
      expected: "The next plan check begins after your resubmittal.",
      next: "Revise the plans, answer every correction, and send both here.",
    });
  });

  test("that the city sends the answers, where applicants do not", () => {
    expect(sentences({ ...withApplicant, applicantsAnswer: false }).next).toBe(
      "Revise the plans, and give them with your answers to the City of Oakville.",
    );
  });

  test("nothing of answers without any", () => {
    expect(sentences({ ...withApplicant, answers: null }).holder).toBe(
      "With you since Dec 4, 2026: corrections are required.",
    );
  });

  test("that a resubmittal was not complete, since it was returned", () => {
    expect(sentences({ ...withApplicant, returnedOn: "2026-12-11" }).holder).toBe(
      "With you since Dec 11, 2026: your resubmittal was not complete, 12 of 30 are answered.",
    );
  });

  test("that a resubmittal was received, and that no date is set yet", () => {
    const resubmitted = { ...withApplicant, word: "resubmitted", resubmittedOn: "2026-12-10" } as const;
    expect(sentences(resubmitted)).toEqual({
      holder: "With Urban37 since Dec 10, 2026: your resubmittal was received.",
      expected: "A date is set when the third plan check begins.",
      next: nothingToDo,
    });
    expect(sentences({ ...resubmitted, reviewCycle: "PC10" }).expected).toBe(
      "A date is set when the plans are checked again.",
    );
  });

  test("that a corrected letter is being prepared, and nothing of the work on it", () => {
    const expected = {
      holder: "With Urban37: a corrected letter is being prepared.",
      expected: "The plan check is due Dec 1, 2026.",
      next: "Your answers are kept; you can send them once the corrected letter is out.",
    };
    for (const facts of [{}, withApplicant, { word: "ready" as const }]) {
      expect(sentences({ ...facts, isBeingCorrected: true, status: "in_process" })).toEqual(expected);
    }
  });

  test("after the hand-over, the outcome and that the city says what follows", () => {
    expect(sentences({ ...approved, handedOverOn: "2026-12-04" })).toEqual({
      holder: "The review is finished: Approved since Dec 2, 2026.",
      expected: "No further plan check is expected.",
      next: "Read the letter; the City of Oakville says what follows.",
    });
  });

  test("after the hand-over, which conditions are to be met", () => {
    const conditions = {
      ...approved,
      outcome: "approved_with_conditions",
      outcomeWords: "Approved with conditions",
      handedOverOn: "2026-12-04",
    } as const;
    expect(sentences(conditions)).toMatchObject({
      holder: "The review is finished: Approved with conditions since Dec 2, 2026.",
      next: "Meet the conditions in the letter; the City of Oakville says what follows.",
    });
  });

  test("of one that was closed without a letter, only that it is finished", () => {
    const closed = { word: "closed", handedOverOn: "2026-12-04" } as const;
    expect(sentences(closed).holder).toBe("The review is finished.");
  });
});

describe("whatever else there is, an applicant reads", () => {
  test.each([{}, withApplicant, approved, { isBeingCorrected: true }])("that it is on hold: %#", (facts) => {
    expect(sentences({ ...facts, status: "hold" })).toEqual({
      holder: "This permit is on hold.",
      expected: "No date is set while it is on hold.",
      next: "If you have questions, ask the City of Oakville.",
    });
  });

  test("that it is cancelled", () => {
    expect(sentences({ ...withApplicant, status: "cancelled" })).toEqual({
      holder: "This permit is cancelled.",
      expected: "Nothing more is expected.",
      next: "If you have questions, ask the City of Oakville.",
    });
  });
});
