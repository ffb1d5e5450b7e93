import { describe, expect, test } from "vitest";
import { answerLine, latestAnswer } from "./correction-answer.server";

describe("the answer that is shown with a correction", () => {
  const sent = (sentAt: string, text: string) => ({ sentAt, sheet: null, text });

  test("is the last of those that were sent, by the provider's day", () => {
    expect(
      latestAnswer([sent("2026-11-10T20:00:00.000Z", "First"), sent("2026-12-08T05:00:00.000Z", "Second")]),
    ).toEqual({ on: "2026-12-07", sheet: null, text: "Second" });
  });

  test("is none without one", () => expect(latestAnswer([])).toBeNull());

  test("is read with its day, and with its sheet if it has one", () => {
    const answer = { on: "2026-11-20", sheet: null, text: "The schedule is added." };
    expect(answerLine(answer)).toBe("Applicant's answer, Nov 20, 2026: The schedule is added.");
    expect(answerLine({ ...answer, sheet: "A6.1" })).toBe(
      "Applicant's answer, Nov 20, 2026: The schedule is added. (A6.1)",
    );
  });
});
