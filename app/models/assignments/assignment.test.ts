import { expect, test } from "vitest";
import {
  assignmentDue,
  assignmentStatusOptions,
  assignmentStatusValues,
  isOverdue,
  reviewerDueDate,
} from "./assignment";

const today = "2026-11-20";

test.each([
  ["assigned", "2026-11-19", true],
  ["in_progress", "2026-11-19", true],
  ["in_progress", "2025-12-31", true],
  ["completed", "2026-11-19", false],
  ["assigned", "2026-11-20", false],
  ["in_progress", "2026-11-21", false],
  ["assigned", null, false],
  ["completed", null, false],
] as const)(
  "an assignment that is %s and due on %s is overdue on 20 November 2026: %s",
  (status, employeeDueDate, expected) => {
    expect(isOverdue({ status, employeeDueDate, permitStatus: "in_process" }, today)).toBe(expected);
  },
);

test("an assignment becomes overdue on the day after its due date", () => {
  const assignment = {
    status: "assigned",
    employeeDueDate: "2026-12-31",
    permitStatus: "resubmittal_required",
  } as const;
  expect(isOverdue(assignment, "2026-12-31")).toBe(false);
  expect(isOverdue(assignment, "2027-01-01")).toBe(true);
});

test.each(["hold", "cancelled"] as const)("nothing is due of a permit that is %s", (permitStatus) => {
  const assignment = { status: "assigned", employeeDueDate: "2026-11-19", permitStatus } as const;
  expect([isOverdue(assignment, today), assignmentDue(assignment, today)]).toEqual([false, undefined]);
});

test.each([
  ["2026-11-21", "2026-11-21"],
  ["2026-11-20", "2026-11-20"],
  ["2026-11-19", "2026-11-30"],
])(
  "an assignment created on 20 November 2026 for a permit due on %s is due on %s",
  (permitDueDate, expected) => {
    expect(reviewerDueDate(permitDueDate, today)).toBe(expected);
  },
);

test("the statuses are in the order of a review (R7.2)", () => {
  expect(assignmentStatusValues).toEqual(["assigned", "in_progress", "completed"]);
  expect(assignmentStatusOptions).toMatchObject([
    { value: "assigned", label: "Assigned" },
    { value: "in_progress", label: "In Progress" },
    { value: "completed", label: "Completed" },
  ]);
});
