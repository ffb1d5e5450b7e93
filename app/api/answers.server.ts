import { maxAnswersAtOnce, notAnswered, savedText } from "~/models/answers/answer";
import { AnswersBody, ResubmittalSchema, ReturnFields } from "~/models/answers/answer.schema.server";
import {
  type AnsweredItem,
  allowAnswers,
  answeredBy,
  answeredLetter,
  type NewAnswer,
  type RefusedAnswer,
  readAnswers,
  saveAnswers,
} from "~/models/answers/answer.server";
import { returnResubmittal, sendResubmittal } from "~/models/answers/resubmittal.server";
import { disciplineValues } from "~/models/discipline";
import { readPermit } from "~/models/permits/permit-scope.server";
import { readPlanCheck } from "~/models/plan-checks/permit-plan-checks.server";
import { pluralize } from "~/models/pluralize";
import type { Viewer } from "~/models/policy";
import { type FieldErrors, notFound, Refusal } from "~/models/refusal";
import { senderValues } from "~/models/review-cycles/plan-check";
import { rowVersion, z } from "~/models/schema.server";
import {
  bodySchema,
  endpointsOf,
  id,
  idempotencyKey,
  listQuery,
  moment,
  type RowRequest,
} from "~/platform/api/endpoint.server";
import { PlanCheck } from "./corrections.server";

const text = z.string();

const Answer = z.object({
  correctionId: id,
  number: text.meta({ description: "Of the correction, as people write it, such as F-3." }),
  discipline: z.literal(disciplineValues),
  text: text.nullable().meta({ description: "Null if the correction is not answered." }),
  sheet: text.nullable().meta({ description: "Where on the plans it was corrected." }),
  byName: text.nullable().meta({
    description: "Who has changed the answer last. A city gets the provider's name instead of an employee's.",
  }),
  via: z.literal(senderValues).nullable().meta({ description: "Who answered: link is the applicant." }),
  sentAt: moment.nullable().meta({ description: "Null for a draft." }),
  updatedAt: moment.nullable(),
});

const { text: answerText } = AnswersBody.element.shape;

const NewAnswerBody = bodySchema(
  AnswersBody.element.extend({
    text: answerText.unwrap().meta({ description: "null, or an empty text, deletes the answer." }),
    updatedAt: rowVersion.nullish().meta({
      description:
        "The row version to submit (optimistic locking): the updatedAt that you read, null if the correction was not answered. 409 if the answer has changed since. Left out, what is there is replaced.",
    }),
  }),
  Answer,
);

type AnswerBody = z.output<typeof NewAnswerBody>;

const NewAnswersBody = z
  .array(NewAnswerBody)
  .max(maxAnswersAtOnce, `At most ${maxAnswersAtOnce} answers can be saved at once`)
  .superRefine((rows, context) => {
    const ids = new Set<number>();
    for (const [index, { correctionId }] of rows.entries()) {
      if (ids.has(correctionId)) {
        const path = [index, "correctionId"];
        context.addIssue({ code: "custom", message: "This correction is in the list already", path });
      }
      ids.add(correctionId);
    }
  });

/** Throws 404 before there is a letter with corrections. */
async function readAnswering(viewer: Viewer, permitId: number) {
  const permit = await readPermit(viewer, permitId);
  allowAnswers(viewer, permit);
  const letter = answeredLetter(viewer, permit);
  if (!letter) throw notFound("Letter with corrections");
  return { permit, letter, items: await readAnswers(permit, letter) };
}

async function listAnswers({ viewer, id }: RowRequest) {
  const { permit, items } = await readAnswering(viewer, id);
  return items.map(({ discipline, item, answer }) => ({
    correctionId: item.id,
    number: item.number,
    discipline,
    text: answer?.text ?? null,
    sheet: answer?.sheet ?? null,
    byName: answer ? answeredBy(viewer, permit, answer) : null,
    via: answer?.via ?? null,
    sentAt: answer?.sentAt ?? null,
    updatedAt: answer?.updatedAt ?? null,
  }));
}

/** A sheet that is left out stays. */
function newAnswerOf({ correctionId, text, sheet, updatedAt }: AnswerBody, items: AnsweredItem[]) {
  const stored = items.find(({ item }) => item.id === correctionId)?.answer;
  const kept = text === null ? null : (stored?.sheet ?? null);
  return {
    ...{ correctionId, text },
    sheet: sheet === undefined ? kept : sheet,
    expectedVersion: updatedAt === null ? notAnswered : updatedAt,
  } satisfies NewAnswer;
}

/** One row that is refused does not stop the others. */
async function changeAnswers(viewer: Viewer, permitId: number, rows: AnswerBody[]): Promise<void> {
  const { letter, items } = await readAnswering(viewer, permitId);
  const answers = rows.map((row) => newAnswerOf(row, items));
  const { saved, refused } = await saveAnswers(viewer, permitId, letter.reviewCycle, answers);
  if (refused.length === 0) return;
  const changed = refused.filter(({ refusal }) => refusal.status === 409).length;
  const others = refused.length - changed;
  const parts = [savedText(saved, changed), others > 0 && pluralize(others, "was refused", "were refused")];
  const message = parts.filter(Boolean).join(", ");
  const fields = Object.assign({}, ...refused.map((row) => problemsOf(row, rows)));
  const isOnlyInput = saved === 0 && refused.every(({ refusal }) => refusal.status === 400);
  if (isOnlyInput) throw new Refusal(400, message, { fields });
  throw new Refusal(409, message, { fields, current: refused.map(({ refusal }) => refusal.details.current) });
}

/** Names a row by its place in the body, as `[3].text`. */
function problemsOf({ correctionId, number, refusal }: RefusedAnswer, rows: AnswerBody[]): FieldErrors {
  const index = rows.findIndex((row) => row.correctionId === correctionId);
  const { status, fields = { correctionId: [refusal.message] } } = refusal;
  const wasChanged = { updatedAt: [`The answer to ${number} was changed after you read it`] };
  const problems = Object.entries(status === 409 ? wasChanged : fields);
  return Object.fromEntries(problems.map(([name, messages]) => [`[${index}].${name}`, messages]));
}

const answers = endpointsOf({
  noun: "Answers",
  isCheckedInScope: true,
  response: z.array(Answer),
  readRow: listAnswers,
});
const resubmittal = "/api/permits/{id}/plan-checks/{cycle}/resubmittal";

export const answerEndpoints = [
  answers.get("/api/permits/{id}/answers", {
    summary: "The open corrections of a permit's latest letter, each with its answer",
    details:
      "Drafts of answers are in it, which reviewers do not read. The response is 404 without a letter with corrections.",
    who: "answer.write",
    query: listQuery(["number", "updatedAt"]),
    handle: listAnswers,
  }),
  answers.put("/api/permits/{id}/answers", {
    summary: "Saves answers to corrections as drafts, until the resubmittal is sent",
    details: `At most ${maxAnswersAtOnce} at once; what is not in the list stays. An answer that cannot be saved does not stop the others: the response is then 409, message has the number that were saved, fields names the others by their place, as [3].updatedAt, and current is the list as GET returns it. A list that is not valid is 400, and nothing is saved.`,
    who: "answer.write",
    body: NewAnswersBody,
    change: ({ viewer, id, body }) => changeAnswers(viewer, id, body),
  }),
  answers.post(resubmittal, {
    summary: "Sends the answers and the revised plans of the current plan check to the plan reviewers",
    details:
      "Upload the plans first, as files of the next review cycle. The response is 400 while a correction is not answered or there are no plans. After it, answers cannot be changed.",
    who: "answer.write",
    body: z.strictObject({
      complete: ResubmittalSchema.shape.complete.meta({ description: "That the set of plans is complete." }),
      formKey: idempotencyKey,
    }),
    response: PlanCheck,
    refuses: [409],
    change: ({ viewer, id, cycle, body: { formKey } }) =>
      sendResubmittal(viewer, id, cycle, { files: [], formKey }),
    readRow: ({ viewer, id, cycle }) => readPlanCheck(viewer, id, cycle),
  }),
  answers.post(`${resubmittal}/return`, {
    summary: "Returns a resubmittal that is not complete: its answers can be changed and sent again",
    details: "The city and the applicant read the remark.",
    who: "resubmittal.return",
    body: z.strictObject(ReturnFields.shape),
    response: PlanCheck,
    refuses: [409],
    change: ({ viewer, id, cycle, body }) => returnResubmittal(viewer, id, cycle, body),
    readRow: ({ viewer, id, cycle }) => readPlanCheck(viewer, id, cycle),
  }),
];
