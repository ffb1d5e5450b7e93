import {
  bodyOf,
  type Call,
  changesOf,
  date,
  id,
  moment,
  paging,
  rowNumber,
  seen,
  sortedBy,
  z,
} from "~/endpoint.server";
import { disciplines } from "~/models/discipline";
import { reviewCycles } from "~/models/permits/permit";
import { type AssignmentStatus, assignmentStatusValues } from "~/models/plan-review/assignment";
import { AssignmentsForm } from "~/models/plan-review/assignment.form.server";
import { assignmentSortNames } from "~/models/plan-review/assignment-list.server";
import { optional, orNone } from "~/models/schema.server";

const noun = "Assignments";
const longestComment = 10_000;

export const Assignment = z.object({
  id,
  permitId: id,
  reviewCycle: z.literal(reviewCycles),
  discipline: z.literal(disciplines),
  employeeId: id,
  employeeName: z.string(),
  employeeDueDate: date.nullable(),
  permitDueDate: date,
  status: z.literal(assignmentStatusValues),
  comment: z.string().nullable(),
  urban37PermitNumber: z.string(),
  revisionNumber: z.string().nullable(),
  projectName: z.string(),
  cityName: z.string(),
  completedAt: moment.nullable(),
  createdAt: moment,
  updatedAt: moment,
});

const otherSpellings = { "in-progress": "in_progress", pending: "assigned" } as const;

/** The stored spelling, or another of the same; answers carry the stored one. */
const status = z
  .literal([...assignmentStatusValues, "in-progress", "pending"] as const, {
    error: "Please select a status",
  })
  .transform(
    (name): AssignmentStatus => (name in otherSpellings ? otherSpellings[name as never] : (name as never)),
  );

const row = AssignmentsForm.shape.assignments.unwrap().element;

const Row = bodyOf(
  row.extend({
    employeeId: z.int({ error: "Please select a reviewer" }).min(1, "Please select a reviewer"),
    employeeDueDate: row.shape.employeeDueDate.transform(orNone),
    status: status.default("assigned"),
    updatedAt: seen,
  }),
  Assignment,
);

const Changes = z.object({ status, comment: optional(longestComment) });

const Completion = z.object({
  status: z.literal("completed", { error: "Only completed is taken here" }).optional(),
  // Nobody takes notes away by completing.
  comment: optional(longestComment).transform((text) => text ?? undefined),
  updatedAt: seen,
});

export const assignmentCalls = {
  list: {
    method: "GET",
    address: "/api/plan-check-assignments",
    noun,
    summary: "The assignments of all permits' current cycles, the earliest reviewer's due date first",
    details: "Without page and pageSize the answer is all of them.",
    who: "assignment.read",
    query: z.strictObject({
      employeeId: rowNumber("Those of one reviewer"),
      status: status.optional(),
      ...sortedBy(...assignmentSortNames),
      ...paging,
    }),
    answer: z.array(Assignment),
  },
  ofPermit: {
    method: "GET",
    address: "/api/permits/{id}/assignments",
    noun,
    summary: "A permit's assignments in its current cycle, or in the one that is asked for",
    who: "assignment.read",
    query: z.strictObject({
      reviewCycle: z.literal([...reviewCycles, "all"]).optional(),
      ...sortedBy("employeeName", "reviewCycle", ...assignmentSortNames),
      ...paging,
    }),
    answer: z.array(Assignment),
  },
  replace: {
    method: "PUT",
    address: "/api/permits/{id}/assignments",
    noun,
    summary: "Replaces the assignments of the current cycle",
    details: "A discipline that stays keeps its assignment with id, comment and history.",
    who: "assignment.edit",
    body: z.strictObject({ assignments: z.array(Row).max(disciplines.length, "Invalid input") }),
    answer: z.array(Assignment),
    refuses: [409],
  },
  update: {
    method: "PATCH",
    address: "/api/assignments/{id}",
    noun,
    summary: "Changes status or comment: a reviewer's own, an administrator anybody's",
    who: "assignment.work",
    body: changesOf(Changes, Assignment),
    answer: Assignment,
    refuses: [409],
  },
  complete: {
    method: "PATCH",
    address: "/api/assignments/{id}/complete",
    noun,
    summary: "Marks an assignment completed; a comment that is left out stays as it is",
    who: "assignment.work",
    body: bodyOf(Completion, Assignment),
    answer: Assignment,
    refuses: [409],
  },
  test: {
    method: "POST",
    address: "/api/test-assignments",
    noun,
    summary: "Assigns up to ten of the demo's permits",
    who: "assignment.edit",
    answer: z.object({ message: z.string(), created: z.int().min(0) }),
    status: 201,
    isDemo: true,
  },
} as const satisfies Record<string, Call>;
