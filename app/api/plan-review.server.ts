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
import { maxCommentsPerMinute, minutesToChange } from "~/models/comments/comment";
import { CommentSchema, EditCommentSchema } from "~/models/comments/comment.schema.server";
import { addComment, deleteComment, editComment } from "~/models/comments/comment.server";
import { commentList, readCommentRow } from "~/models/comments/comment-list.server";
import { disciplineValues } from "~/models/discipline";
import { timeEntryColumns, toHours } from "~/models/hours/time-entry";
import { TimeEntryPatch, TimeEntrySchema } from "~/models/hours/time-entry.schema.server";
import { addTimeEntry, deleteTimeEntry, editTimeEntry } from "~/models/hours/time-entry.server";
import {
  listTimeEntries,
  readTimeEntry,
  type TimeEntry as StoredEntry,
} from "~/models/hours/time-entry-list.server";
import { reviewCycles } from "~/models/permits/permit";
import { readPermit } from "~/models/permits/permit-scope.server";
import { optional, orNull, z } from "~/models/schema.server";
import {
  bodySchema,
  changesSchema,
  creationSchema,
  endpointsOf,
  expectedVersion,
  id,
  jsonNumber,
  listQuery,
  moment,
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

const Comment = z.object({
  id,
  permitId: id,
  parentId: id.nullable().meta({ description: "The comment that this one replies to." }),
  authorName: z
    .string()
    .meta({ description: "A city gets the provider's name instead of its employees' names." }),
  text: z.string(),
  discipline: z.literal(disciplineValues).nullable(),
  reviewCycle: z.literal(reviewCycles),
  isShared: z.boolean().meta({ description: "Whether the permit's city can read it." }),
  mayChange: z.boolean(),
  mayDelete: z.boolean(),
  createdAt: moment,
  updatedAt: moment,
});

const { discipline, isShared } = CommentSchema.shape;

const NewComment = CommentSchema.extend({
  discipline: discipline.nullable(),
  isShared: isShared.meta({ description: "A city's comments are always shared." }),
  parentId: id.nullish().meta({
    description: "The comment to reply to; a reply to a reply joins the same thread.",
  }),
});

const comments = endpointsOf({
  noun: "Comments",
  isCheckedInScope: true,
  response: Comment,
  readRow: ({ viewer, id }) => readCommentRow(viewer, id),
});

export const commentEndpoints = [
  comments.get("/api/permits/{id}/comments", {
    summary:
      "A permit's comments and replies with their full text, the newest last; a city gets only the shared ones",
    details: "Without page and pageSize the list is complete.",
    who: "comment.read",
    query: listQuery(["createdAt"]),
    response: z.array(Comment),
    handle: async ({ viewer, id, order }) => commentList(viewer, await readPermit(viewer, id), order),
  }),
  comments.create("/api/permits/{id}/comments", {
    summary: "Adds a comment or a reply to a permit in its current cycle; what a city writes is shared",
    details: `A user can write ${maxCommentsPerMinute} in 60 seconds; retryAfter is the number of seconds to wait for the next one.`,
    who: "comment.write",
    body: creationSchema(NewComment, Comment),
    refuses: [429],
    change: ({ viewer, id, body }) => addComment(viewer, id, body),
  }),
  comments.patch("/api/comments/{id}", {
    summary: `Changes the text of your own comment, within ${minutesToChange} minutes after you wrote it`,
    who: "comment.write",
    body: bodySchema(EditCommentSchema.extend({ updatedAt: expectedVersion }), Comment),
    change: ({ viewer, id, body: { text, updatedAt } }) => editComment(viewer, id, text, updatedAt),
  }),
  comments.remove("/api/comments/{id}", {
    summary: `Deletes your own comment, within ${minutesToChange} minutes and only if it has no reply`,
    who: "comment.write",
    refuses: [409],
    change: ({ viewer, id }) => deleteComment(viewer, id),
    says: "Comment deleted",
  }),
];

const TimeEntry = responseSchema(timeEntryColumns);

const toTimeEntry = ({ quarterHours, ...entry }: StoredEntry) => ({
  ...entry,
  hoursWorked: toHours(quarterHours),
});

const hoursWorked = jsonNumber("Hours are required").pipe(TimeEntrySchema.shape.hoursWorked);

const timeEntries = endpointsOf({
  noun: "Time entries",
  isCheckedInScope: true,
  response: TimeEntry,
  readRow: async ({ viewer, id }) => toTimeEntry(await readTimeEntry(viewer, id)),
});

export const timeEntryEndpoints = [
  timeEntries.get("/api/permits/{id}/time-entries", {
    summary: "The hours on a permit: your own, or all of them for an administrator",
    who: "time-entry.read",
    query: listQuery(["workDate", "hoursWorked", "employeeName", "discipline", "reviewCycle"]),
    response: z.array(TimeEntry),
    handle: async ({ viewer, id }) => {
      const { entries } = await listTimeEntries(viewer, await readPermit(viewer, id));
      return entries.map(toTimeEntry);
    },
  }),
  timeEntries.create("/api/permits/{id}/time-entries", {
    summary: "Logs hours on a permit, in its current cycle",
    details: "An administrator can log hours for another employee by sending employeeId.",
    who: "time-entry.write",
    body: creationSchema(TimeEntrySchema.extend({ hoursWorked }), TimeEntry),
    change: ({ viewer, id, body }) => addTimeEntry(viewer, id, body),
  }),
  timeEntries.patch("/api/time-entries/{id}", {
    summary:
      "Corrects hours: your own on the day they were logged; an administrator can correct all, any time",
    who: "time-entry.write",
    body: changesSchema(TimeEntryPatch.extend({ hoursWorked }), TimeEntry),
    change: ({ viewer, id, body: { updatedAt, ...changes } }) =>
      editTimeEntry(viewer, id, changes, updatedAt),
  }),
  timeEntries.remove("/api/time-entries/{id}", {
    summary: "Deletes hours, by the same rules as correcting them",
    who: "time-entry.write",
    refuses: [409],
    change: ({ viewer, id }) => deleteTimeEntry(viewer, id),
    says: "Time entry deleted",
  }),
];
