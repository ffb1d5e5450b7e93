import {
  type AssignmentStatus,
  assignmentColumns,
  assignmentStatusValues,
} from "~/models/assignments/assignment";
import { AssignmentsSchema } from "~/models/assignments/assignment.schema.server";
import { saveAssignments, updateAssignment } from "~/models/assignments/assignment.server";
import {
  assignmentList,
  assignmentSortNames,
  assignmentsOf,
  readAssignment,
} from "~/models/assignments/assignment-list.server";
import { disciplineValues } from "~/models/discipline";
import { reviewCycles } from "~/models/permits/permit";
import { optional, orNull, z } from "~/models/schema.server";
import {
  bodySchema,
  changesSchema,
  endpointsOf,
  expectedVersion,
  listQuery,
  rowNumber,
} from "~/platform/api/endpoint.server";
import { responseSchema } from "~/platform/api/response-schema.server";
import { postDemoAssignments } from "./demo.server";

export const Assignment = responseSchema(assignmentColumns);

const otherSpellings = { "in-progress": "in_progress", pending: "assigned" } as const;

/** Accepts two spellings; responses have the stored one (R18.11). */
const status = z
  .literal([...assignmentStatusValues, "in-progress", "pending"] as const, {
    error: "Please select a status",
  })
  .transform(
    (name): AssignmentStatus => (name in otherSpellings ? otherSpellings[name as never] : (name as never)),
  );

const row = AssignmentsSchema.shape.assignments.unwrap().element;

const AssignmentRow = bodySchema(
  row.extend({
    employeeId: z.int({ error: "Please select a reviewer" }).min(1, "Please select a reviewer"),
    employeeDueDate: row.shape.employeeDueDate.transform(orNull),
    status: status.default("assigned"),
    updatedAt: expectedVersion,
  }),
  Assignment,
);

const notes = optional(10_000);

const Completion = z.object({
  status: z.literal("completed", { error: "Only completed is accepted here" }).optional(),
  // Completing never empties the notes.
  comment: notes.transform((text) => text ?? undefined),
  updatedAt: expectedVersion,
});

export const assignments = endpointsOf({
  noun: "Assignments",
  isCheckedInScope: true,
  response: Assignment,
  readRow: ({ viewer, id }) => readAssignment(viewer, id),
});

export const assignmentEndpoints = [
  assignments.get("/api/plan-check-assignments", {
    summary: "The assignments of all permits' current cycles, the earliest due date first",
    details: "Without page and pageSize the list is complete.",
    who: "assignment.read",
    query: listQuery(assignmentSortNames, {
      employeeId: rowNumber("The assignments of one reviewer"),
      status: status.optional(),
    }),
    response: z.array(Assignment),
    handle: ({ viewer, query, order }) => assignmentList(viewer, { ...query, ...order }),
  }),
  assignments.get("/api/permits/{id}/assignments", {
    summary: "A permit's assignments in its current cycle, or in the requested one",
    who: "assignment.read",
    query: listQuery(["employeeName", "reviewCycle", ...assignmentSortNames], {
      reviewCycle: z.literal([...reviewCycles, "all"]).optional(),
    }),
    response: z.array(Assignment),
    handle: ({ viewer, id, query }) => assignmentsOf(viewer, id, query.reviewCycle),
  }),
  assignments.put("/api/permits/{id}/assignments", {
    summary: "Replaces the assignments of the current cycle",
    details: "A discipline that remains keeps its assignment with id, comment and history.",
    who: "assignment.edit",
    body: z.strictObject({
      assignments: z.array(AssignmentRow).max(disciplineValues.length, "Invalid input"),
    }),
    response: z.array(Assignment),
    change: ({ viewer, id, body }) => saveAssignments(viewer, id, body.assignments),
    readRow: ({ viewer, id }) => assignmentsOf(viewer, id),
  }),
  assignments.patch("/api/assignments/{id}", {
    summary: "Changes status or comment; a reviewer can change only their own assignments",
    who: "assignment.work",
    body: changesSchema(z.object({ status, comment: notes }), Assignment),
    change: ({ viewer, id, body: { updatedAt: expectedVersion, ...changes } }) =>
      updateAssignment(viewer, id, changes, { expectedVersion }),
  }),
  assignments.patch("/api/assignments/{id}/complete", {
    summary: "Marks an assignment completed; a comment that is left out does not change",
    who: "assignment.work",
    body: bodySchema(Completion, Assignment),
    change: ({ viewer, id, body: { updatedAt: expectedVersion, comment } }) =>
      updateAssignment(viewer, id, { status: "completed", comment }, { expectedVersion }),
  }),
  assignments.post("/api/test-assignments", {
    summary: "Assigns up to ten of the demo's permits",
    who: "assignment.edit",
    response: z.object({ message: z.string(), created: z.int().min(0) }),
    status: 201,
    isDemo: true,
    handle: ({ viewer }) => postDemoAssignments(viewer),
  }),
];
