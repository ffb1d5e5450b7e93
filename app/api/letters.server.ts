import { decisionValues } from "~/models/corrections/decision";
import { returnReview } from "~/models/corrections/decision.server";
import { saveCoverNote } from "~/models/letters/cover-note.server";
import { handOverLetter } from "~/models/letters/hand-over.server";
import { handOverWayValues, type LetterContent, letterKindValues } from "~/models/letters/letter";
import {
  CoverNoteFields,
  chooseHandOverDay,
  ReleaseFields,
  ReopenFields,
  ReturnFields,
} from "~/models/letters/letter.schema.server";
import { type ListedLetter, lettersOf, readLetter } from "~/models/letters/letter.server";
import { LetterContentSchema } from "~/models/letters/letter-content.server";
import { type LetterDraft, previewRelease } from "~/models/letters/letter-draft.server";
import { warningsOf, warningText } from "~/models/letters/letter-warning";
import { releaseLetter } from "~/models/letters/release.server";
import { reopenPlanCheck } from "~/models/letters/reopen.server";
import { type ReviewCycle, reviewCycles } from "~/models/permits/permit";
import { readPlanCheck } from "~/models/plan-checks/permit-plan-checks.server";
import type { Viewer } from "~/models/policy";
import { optionalLines, requiredDate, z } from "~/models/schema.server";
import {
  bodySchema,
  date,
  endpointsOf,
  id,
  idempotencyKey,
  listQuery,
  moment,
} from "~/platform/api/endpoint.server";
import { Assignment, assignments } from "./assignments.server";
import { PlanCheck } from "./corrections.server";
import { sendLetter } from "./letter-download.server";

const text = z.string();
const nullableText = text.nullable();
const cycle = z.literal(reviewCycles);
const decision = z.literal(decisionValues);

const Letter = z.object({
  id,
  number: text,
  reviewCycle: cycle,
  kind: z.literal(letterKindValues),
  outcome: decision,
  issuedOn: date,
  byteSize: z.int().meta({ description: "The size of the PDF." }),
  releasedBy: nullableText.meta({ description: "Null for a city." }),
  releasedAt: moment,
  supersededBy: nullableText.meta({ description: "The number of the corrected letter." }),
});

const Draft = z.object({
  number: text,
  ready: z.boolean(),
  outcome: decision.nullable(),
  blockers: z.array(text),
  warnings: z.array(text),
  coverNote: nullableText.meta({ description: "The cover note that is kept as a draft." }),
  seen: text.meta({ description: "The version of the letter, which a release expects." }),
});

export const toDraft = ({ content, outcome, blockers, warnings, version, isOpen }: LetterDraft) => ({
  number: content.number,
  ready: isOpen && blockers.length === 0,
  outcome,
  blockers: blockers.map(({ what }) => what),
  warnings: warnings.map(warningText),
  coverNote: content.coverNote,
  seen: version,
});

export const toReleasedLetter = ({ content, ...letter }: ListedLetter & { content: LetterContent }) => ({
  ...letter,
  warnings: warningsOf(content).map(warningText),
});

const letters = endpointsOf({ noun: "Letters", isCheckedInScope: true });
const ofCycle = "/api/permits/{id}/plan-checks/{cycle}";

type OfCycle = { viewer: Viewer; id: number; cycle: ReviewCycle };

const readDraft = async ({ viewer, id, cycle }: OfCycle) => toDraft(await previewRelease(viewer, id, cycle));

export const letterEndpoints = [
  letters.get("/api/permits/{id}/letters", {
    summary: "A permit's released letters, the latest first",
    who: "letter.read",
    query: listQuery(["issuedOn", "number"]),
    response: z.array(Letter),
    handle: ({ viewer, id }) => lettersOf(viewer, id),
  }),
  letters.get("/api/letters/{id}", {
    summary: "A released letter with what it says",
    who: "letter.read",
    response: Letter.extend({ content: LetterContentSchema }),
    handle: ({ viewer, id }) => readLetter(viewer, id),
  }),
  letters.get("/api/letters/{id}/download", {
    summary: "The PDF of a released letter, complete or a range of bytes",
    details: "The response is 410 if the file is missing on the server.",
    who: "letter.read",
    sends: "file",
    refuses: [410, 416],
    handle: ({ viewer, id, request }) => sendLetter(viewer, id, request),
  }),
  letters.get(`${ofCycle}/release`, {
    summary: "Whether the letter of the current plan check can be released, and its version",
    who: "letter.release",
    response: Draft,
    refuses: [409],
    handle: readDraft,
  }),
  letters.create(`${ofCycle}/release`, {
    summary: "Releases the letter of the current plan check, and queues the emails to the city",
    details:
      "seen is the version from GET; the response is 409 if anything in the letter has changed since. Without coverNote the letter has the one that is kept as a draft; null is none. Without setsStatus the permit's status follows the outcome, unless the city itself approves. warnings are those of GET for the letter as it was released: to read them before the release, keep the cover note with PUT and leave it out here.",
    who: "letter.release",
    body: z.strictObject({ ...ReleaseFields.shape, formKey: idempotencyKey }),
    response: Letter.extend({
      warnings: z
        .array(text)
        .meta({ description: "What the released letter lacks, such as signs that its PDF cannot show." }),
    }),
    refuses: [503],
    handle: async ({ viewer, id, cycle, body: { seen, ...release } }) => {
      const stored = await releaseLetter(viewer, id, cycle, { ...release, expectedVersion: seen });
      return toReleasedLetter(await readLetter(viewer, stored.id));
    },
  }),
  letters.put(`${ofCycle}/cover-note`, {
    summary: "Keeps the cover note of the next letter as a draft, until its release",
    details: "null removes it.",
    who: "letter.release",
    body: z.strictObject(CoverNoteFields.shape),
    response: Draft,
    change: ({ viewer, id, cycle, body: { coverNote } }) => saveCoverNote(viewer, id, cycle, coverNote),
    readRow: readDraft,
  }),
  letters.post(`${ofCycle}/hand-over`, {
    summary: "Stores the day on which the applicant got the letter",
    details:
      "Without handedOverOn it is today; null takes the day back. A change of a stored day needs a reason. With how=mail the applicant gets the letter by email today, with a status link.",
    who: "letter.hand-over",
    body: z
      .strictObject({
        how: z
          .literal(handOverWayValues)
          .optional()
          .meta({ description: "self by default: somebody has handed it over." }),
        // An emptied day is an error, as on the page.
        handedOverOn: requiredDate(chooseHandOverDay).nullish(),
        reason: optionalLines(500),
      })
      .refine(({ how, handedOverOn }) => how !== "mail" || handedOverOn === undefined, {
        error: "It is mailed today: leave the day out",
        path: ["handedOverOn"],
      }),
    response: PlanCheck,
    refuses: [409],
    change: ({ viewer, id, cycle, body }) => handOverLetter(viewer, id, cycle, body),
    readRow: ({ viewer, id, cycle }) => readPlanCheck(viewer, id, cycle),
  }),
  letters.post(`${ofCycle}/reopen`, {
    summary: "Opens the current plan check again, so that a corrected letter can be released",
    who: "plan-check.manage",
    body: z.strictObject(ReopenFields.shape),
    response: PlanCheck,
    refuses: [409],
    change: ({ viewer, id, cycle, body }) => reopenPlanCheck(viewer, id, cycle, body),
    readRow: ({ viewer, id, cycle }) => readPlanCheck(viewer, id, cycle),
  }),
  assignments.post("/api/assignments/{id}/return", {
    summary: "Returns a decided review to its reviewer with a remark, before the letter is released",
    who: "plan-check.manage",
    body: bodySchema(ReturnFields, Assignment),
    refuses: [409],
    change: ({ viewer, id, body }) => returnReview(viewer, id, body.remark),
  }),
];
