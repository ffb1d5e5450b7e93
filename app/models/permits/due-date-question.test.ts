import { expect, test } from "vitest";
import {
  assignmentQuestions,
  dueDateQuestions,
  laterThanPermit,
  receivedQuestions,
  tickedPermitQuestions,
  tickedReviewQuestions,
} from "./due-date-question";

const permit = { creationDate: "2026-11-10", submissionDate: "2026-11-05", dueDate: "2026-11-20" };

test.each([
  ["the day of the creation", "2026-11-10", []],
  ["a later day", "2099-12-31", []],
  ["no day", null, []],
  [
    "a day before the creation",
    "2026-11-09",
    ["the due date, Nov 9, 2026, is before the permit's creation date, Nov 10, 2026"],
  ],
  [
    "a day before both",
    "2026-11-04",
    [
      "the due date, Nov 4, 2026, is before the permit's creation date, Nov 10, 2026",
      "the due date, Nov 4, 2026, is before its submission date, Nov 5, 2026",
    ],
  ],
])("a due date of %s has its questions", (_, dueDate, questions) => {
  expect(dueDateQuestions(dueDate, permit)).toEqual(questions);
});

test("a permit without a submission date has one question at most", () => {
  expect(dueDateQuestions("2026-11-04", { creationDate: "2026-11-10" })).toHaveLength(1);
});

test("an assignment has a question if it is due after its permit, or before the permit was there", () => {
  const review = (employeeDueDate: string | null) => ({ discipline: "Fire", employeeDueDate });
  expect(assignmentQuestions(review("2026-11-20"), permit)).toEqual([]);
  expect(assignmentQuestions(review(null), permit)).toEqual([]);
  expect(assignmentQuestions(review("2026-11-21"), permit)).toEqual([
    "the due date of Fire, Nov 21, 2026, is after the permit's, Nov 20, 2026",
  ]);
  expect(laterThanPermit(review("2026-11-21"), "2026-11-20")).toHaveLength(1);
  expect(assignmentQuestions(review("2026-11-06"), permit)).toEqual([
    "the due date of Fire, Nov 6, 2026, is before the permit's creation date, Nov 10, 2026",
  ]);
});

test("an assignment with the due date of its permit has no question, since it was confirmed there", () => {
  const unusual = { ...permit, dueDate: "2026-11-01" };
  expect(assignmentQuestions({ discipline: "Fire", employeeDueDate: "2026-11-01" }, unusual)).toEqual([]);
});

test("plans that were received after the due date have a question", () => {
  expect(receivedQuestions("2026-11-20", "2026-11-20")).toEqual([]);
  expect(receivedQuestions(null, "2026-11-20")).toEqual([]);
  expect(receivedQuestions("2026-11-21", "2026-11-20")).toEqual([
    "the due date, Nov 20, 2026, is before the day on which the plans were received, Nov 21, 2026",
  ]);
});

test("ticked permits have one question of a kind, as the edit of one has them", () => {
  const ticked = (name: string, lastReviewOn: string | null, dueDate = permit.dueDate) => ({
    ...{ ...permit, name, dueDate, lastReviewOn },
  });
  const permits = [ticked("A", null), ticked("B", "2026-11-12"), ticked("C", "2026-11-20")];
  expect(tickedPermitQuestions("2026-11-21", permits)).toEqual([]);
  expect(tickedPermitQuestions(null, permits)).toEqual([]);
  expect(tickedPermitQuestions("2026-11-09", permits)).toEqual([
    "the due date, Nov 9, 2026, is before the creation or submission date of A, B, C",
    "the due date, Nov 9, 2026, is before that of an open review of B, C",
  ]);
  // It has this day already.
  expect(tickedPermitQuestions("2026-11-09", [ticked("D", "2026-11-12", "2026-11-09")])).toEqual([]);
});

test("ticked reviews have one question of a kind, whatever their number", () => {
  const ticked = (name: string, employeeDueDate: string | null = null) => ({ name, employeeDueDate, permit });
  const reviews = [ticked("A Fire"), ticked("B Fire")];
  expect(tickedReviewQuestions("2026-11-20", reviews)).toEqual([]);
  expect(tickedReviewQuestions(null, reviews)).toEqual([]);
  expect(tickedReviewQuestions("2026-11-21", [...reviews, ticked("C Fire", "2026-11-21")])).toEqual([
    "the due date, Nov 21, 2026, is after the permit's of A Fire, B Fire",
  ]);
  expect(tickedReviewQuestions("2026-11-06", reviews)).toEqual([
    "the due date, Nov 6, 2026, is before the permit's creation or submission date of A Fire, B Fire",
  ]);
});
