import { savedText } from "~/models/answers/answer";
import { AnswerFields, AnswersSchema, type TypedAnswer } from "~/models/answers/answer.schema.server";
import { type NewAnswer, type RefusedAnswer, saveAnswers } from "~/models/answers/answer.server";
import { maxTableBytes, maxTableRows, readAnswerTable } from "~/models/answers/answer-table.server";
import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import { type FieldErrors, Refusal } from "~/models/refusal";
import { z } from "~/models/schema.server";
import { processForm, refuseOtherMethods, submit } from "~/platform/forms/form.server";
import { rowsOfFile } from "~/platform/http/csv-file.server";
import { receiveSmallFile } from "~/platform/http/request-body.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import type { Answerer } from "./answerer.server";
import { nextPage, readAnswering } from "./load-answers.server";

export type AnswersRequest = { request: Request; url: URL; answerer: Answerer };

type ReadRow = { index: number; answer?: NewAnswer; problems?: FieldErrors };

/** Each row alone: what is wrong with one does not stop the others. */
export function readRow({ correctionId, text, sheet, seen }: TypedAnswer, index: number): ReadRow {
  const { data, error } = AnswerFields.safeParse({ text: text ?? "", sheet: sheet ?? "" });
  if (error) return { index, problems: error.flatten().fieldErrors as FieldErrors };
  const { text: answer = null, sheet: place = null } = data;
  return { index, answer: { correctionId, text: answer, sheet: place, expectedVersion: seen } };
}

const named = (index: number, problems: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(problems).map(([name, messages]) => [`answers[${index}].${name}`, messages]),
  );

/** Saves the answers of the page, and with `next` opens the next one. */
export const saveForm = ({ request, url, answerer }: AnswersRequest) =>
  submit(request, AnswersSchema, { failure: failures.saveAnswers }, async ({ cycle, answers = [], next }) => {
    const { actor, permit, page } = answerer;
    const rows = answers.map(readRow);
    const { saved, refused } = await saveAnswers(
      actor,
      permit.id,
      cycle,
      rows.flatMap(({ answer }) => answer ?? []),
    );
    const problems = Object.assign({}, ...rows.map(({ index, problems }) => named(index, problems ?? {})));
    if (refused.length > 0 || Object.keys(problems).length > 0) {
      throw notAllSaved({ rows, saved, refused, problems });
    }
    // The script may have saved them before.
    const toast = saved === 0 ? "Your answers are saved" : savedText(saved, 0);
    const query = (next && (await nextPage(answerer, url.searchParams))) ?? queryIn(url);
    return redirectWithSuccess(`${page}/answers${query}`, toast);
  });

/** The page, without the parameter of the form. */
function queryIn({ searchParams }: URL): string {
  const query = new URLSearchParams(searchParams);
  for (const name of ["save", "table", "sent"]) query.delete(name);
  return query.size > 0 ? `?${query}` : "";
}

type Saved = { rows: ReadRow[]; saved: number; refused: RefusedAnswer[]; problems: FieldErrors };

function notAllSaved({ rows, saved, refused, problems }: Saved): Refusal {
  const indexOf = ({ correctionId }: RefusedAnswer) =>
    rows.find(({ answer }) => answer?.correctionId === correctionId)?.index ?? 0;
  const refusals = refused.map((row) =>
    named(indexOf(row), row.refusal.fields ?? { text: [row.refusal.message] }),
  );
  const changed = refused.filter(({ refusal }) => refusal.status === 409).length;
  const current = Object.fromEntries(
    refused.map(({ correctionId, refusal }) => [correctionId, refusal.details.current]),
  );
  const summary = savedText(saved, changed);
  const isOnlyTyped = saved === 0 && refused.every(({ refusal }) => refusal.status === 400);
  const fields = Object.assign({}, problems, ...refusals, isOnlyTyped ? {} : { "": [summary] });
  return new Refusal(isOnlyTyped ? 400 : 409, summary, { fields, current });
}

const TableSchema = z.object({ replaces: z.boolean().default(false) });

/** Reads a filled table as drafts of answers. */
export async function tableForm({ request, url, answerer }: AnswersRequest) {
  refuseOtherMethods(request);
  const { form, file } = await receiveSmallFile(request, maxTableBytes);
  form.delete("file");
  return processForm(request, form, TableSchema, { failure: failures.saveAnswers }, async ({ replaces }) => {
    const { actor, permit, page } = answerer;
    const { letter, items } = await readAnswering(answerer);
    const table = rowsOfFile(file, maxTableRows);
    const { answers, problems } = readAnswerTable(table, items, { letterNumber: letter.number, replaces });
    const { saved, refused } = await saveAnswers(actor, permit.id, letter.reviewCycle, answers);
    const wrong = [...problems, ...refused.map(({ number, refusal }) => `${number}: ${refusal.message}`)];
    const done = `${pluralize(saved, "answer was", "answers were")} saved`;
    if (wrong.length > 0) {
      const summary = `${done}. These rows were not:`;
      throw new Refusal(400, summary, { fields: { file: [summary, ...wrong] } });
    }
    const unchanged = answers.length - saved;
    const toast = unchanged > 0 ? `${done}, ${unchanged} unchanged` : done;
    return redirectWithSuccess(`${page}/answers${queryIn(url)}`, toast);
  });
}
