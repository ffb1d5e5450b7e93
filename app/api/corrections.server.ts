import { saveBackCheck, undoBackCheck } from "~/models/corrections/back-check.server";
import { correctionKindValues, correctionStatusValues, verdictValues } from "~/models/corrections/correction";
import {
  BackCheckFields,
  CorrectionPatch,
  correctionFields,
  DecisionFields,
} from "~/models/corrections/correction.schema.server";
import { addCorrection, deleteCorrection, updateCorrection } from "~/models/corrections/correction.server";
import { correctionColumns } from "~/models/corrections/correction-columns";
import { readCorrection } from "~/models/corrections/correction-list.server";
import { decisionValues } from "~/models/corrections/decision";
import { decide } from "~/models/corrections/decision.server";
import { disciplineValues } from "~/models/discipline";
import { correctionFor, correctionsFor } from "~/models/letters/issued-correction.server";
import { reviewCycles } from "~/models/permits/permit";
import { planChecksOfPermit, readPlanCheck } from "~/models/plan-checks/permit-plan-checks.server";
import { PlanCheckPatch } from "~/models/plan-checks/plan-check.schema.server";
import { changePlanCheckDates } from "~/models/plan-checks/plan-check-dates.server";
import { planCheckStateValues } from "~/models/review-cycles/plan-check";
import { z } from "~/models/schema.server";
import {
  bodySchema,
  changesSchema,
  creationSchema,
  date,
  endpointsOf,
  expectedVersion,
  id,
  listQuery,
  pageSizeParameter,
} from "~/platform/api/endpoint.server";
import { responseSchema } from "~/platform/api/response-schema.server";
import { Assignment, assignments } from "./assignments.server";

const Correction = responseSchema(correctionColumns, {
  number: "The number as people write it, such as F-3; it never changes and is never given again.",
  reviewCycle: "The cycle in which it was written.",
}).extend({
  letterId: id
    .nullable()
    .meta({ description: "The first letter that it was in; null for a draft, which only staff get." }),
  answer: z.object({ on: date, sheet: z.string().nullable(), text: z.string() }).nullable().meta({
    description: "The applicant's last answer that was sent. A city gets it as the letter says it.",
  }),
  backChecks: z.array(
    z.object({
      reviewCycle: z.literal(reviewCycles),
      verdict: z.literal(verdictValues),
      remark: z.string().nullable(),
    }),
  ),
});

const corrections = endpointsOf({
  noun: "Corrections",
  isCheckedInScope: true,
  response: Correction,
  readRow: ({ viewer, id }) => readCorrection(viewer, id),
});

const lastVersion = z.object({ updatedAt: expectedVersion });

export const correctionEndpoints = [
  corrections.get("/api/permits/{id}/corrections", {
    summary: "A permit's corrections, conditions and notes of all cycles, by discipline and number",
    details:
      "A city gets them as the latest letters have them. status=open has the open corrections, as letters count them; conditions and notes are found by their kind. Without page and limit the list is complete.",
    who: "correction.read",
    query: listQuery(["number", "reviewCycle", "updatedAt"], {
      reviewCycle: z.literal(reviewCycles).optional(),
      discipline: z.literal(disciplineValues).optional(),
      status: z.literal(correctionStatusValues).optional(),
      kind: z.literal(correctionKindValues).optional(),
      limit: pageSizeParameter.meta({ description: "Another name for pageSize" }),
    }),
    response: z.array(Correction),
    handle: ({ viewer, id, query }) => correctionsFor(viewer, id, query),
  }),
  corrections.create("/api/permits/{id}/corrections", {
    summary: "Writes a correction, condition or note in the permit's current cycle",
    details: "A reviewer writes in their own disciplines of the current cycle. The server gives the number.",
    who: "correction.write",
    body: creationSchema(correctionFields, Correction),
    change: ({ viewer, id, body }) => addCorrection(viewer, id, body),
  }),
  corrections.get("/api/corrections/{id}", {
    summary: "A correction with its back-checks",
    who: "correction.read",
    handle: ({ viewer, id }) => correctionFor(viewer, id),
  }),
  corrections.patch("/api/corrections/{id}", {
    summary: "Changes a correction of the current cycle",
    who: "correction.write",
    body: changesSchema(CorrectionPatch, Correction),
    change: ({ viewer, id, body: { updatedAt: expectedVersion, ...changes } }) =>
      updateCorrection(viewer, id, changes, { expectedVersion }),
  }),
  corrections.remove("/api/corrections/{id}", {
    summary: "Deletes a correction of the current cycle; its number is not given again",
    who: "correction.write",
    refuses: [409],
    change: ({ viewer, id }) => deleteCorrection(viewer, id),
    says: "Correction deleted",
  }),
  corrections.put("/api/corrections/{id}/back-check", {
    summary: "Saves the verdict on a correction of an earlier cycle, in the current cycle",
    details: "A verdict other than resolved needs a remark. It replaces an earlier verdict of this cycle.",
    who: "back-check.write",
    body: bodySchema(BackCheckFields.extend({ updatedAt: expectedVersion }), Correction),
    change: ({ viewer, id, body: { updatedAt: expectedVersion, ...verdict } }) =>
      saveBackCheck(viewer, id, verdict, { expectedVersion }),
  }),
  corrections.remove("/api/corrections/{id}/back-check", {
    summary: "Removes the verdict of the current cycle",
    who: "back-check.write",
    body: bodySchema(lastVersion, Correction),
    refuses: [409],
    change: ({ viewer, id, body: { updatedAt: expectedVersion } }) =>
      undoBackCheck(viewer, id, { expectedVersion }),
    says: "Back-check removed",
  }),
];

export const decisionEndpoints = [
  assignments.patch("/api/assignments/{id}/decision", {
    summary: "Decides a discipline in the current cycle, which completes its assignment",
    details: "The decision must fit what is open in the discipline. not_applicable needs a reason.",
    who: "decision.make",
    body: bodySchema(DecisionFields.extend({ updatedAt: expectedVersion }), Assignment),
    change: ({ viewer, id, body: { updatedAt: expectedAssignment, ...decision } }) =>
      decide(viewer, id, decision, { expectedAssignment }),
  }),
];

const planCheckDate = date.nullable();

export const PlanCheck = z.object({
  reviewCycle: z.literal(reviewCycles),
  state: z.literal(planCheckStateValues),
  holder: z.null().meta({ description: "Always null: reserved for clocks." }),
  receivedOn: date,
  completeOn: planCheckDate,
  releasedOn: planCheckDate,
  handedOverOn: planCheckDate,
  resubmittedOn: planCheckDate,
  outcome: z.literal(decisionValues).nullable(),
  target: z.null().meta({ description: "Always null: reserved for clocks." }),
  statutory: z.null().meta({ description: "Always null: reserved for clocks." }),
  blockers: z
    .array(z.string())
    .meta({ description: "What keeps a letter from being released; always empty for a city." }),
});

const planChecks = endpointsOf({ noun: "Plan checks", isCheckedInScope: true });

export const planCheckEndpoints = [
  planChecks.get("/api/permits/{id}/plan-checks", {
    summary: "A permit's plan checks in the order of their cycles",
    who: "plan-check.read",
    query: listQuery(["reviewCycle"]),
    response: z.array(PlanCheck),
    handle: ({ viewer, id }) => planChecksOfPermit(viewer, id),
  }),
  planChecks.patch("/api/permits/{id}/plan-checks/{cycle}", {
    summary: "Changes the dates of a permit's current plan check",
    who: "plan-check.manage",
    body: bodySchema(PlanCheckPatch, PlanCheck).refine(
      (changes) => Object.keys(changes).length > 0,
      "Send at least one field to change",
    ),
    response: PlanCheck,
    change: ({ viewer, id, cycle, body }) => changePlanCheckDates(viewer, id, cycle, body),
    readRow: ({ viewer, id, cycle }) => readPlanCheck(viewer, id, cycle),
  }),
];
