import type { SubmissionResult } from "@conform-to/dom";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { type FieldErrors, Refusal, ReusedKey } from "~/models/refusal";
import { z } from "~/models/schema.server";
import { rehearse } from "../db/db.server";
import { failureOf, setRetryAfter } from "../failure.server";
import { readForm } from "../http/request-body.server";
import { newIdempotencyKey } from "../secret.server";
import {
  completeForm,
  extractOwner,
  keptFormProblems,
  renderedKeptForm,
  signedOutMessage,
} from "./kept-form.server";

/** For a form that only confirms. */
export const NoFields = z.object({});

export type FormResult<Current = unknown> = {
  submission: SubmissionResult<string[]>;
  /** The text of the failure toast, for a message that belongs to no field. */
  failure?: string;
  current?: Current;
  questions?: { text: string; isConfirmed: boolean }[];
};

type Options<Value> = {
  /** The text for an unexpected error (R16.12). */
  failure?: string;
  problems?: FieldErrors;
  error?: unknown;
  /** Returns what is unusual about the values. The form is saved once each of these sentences is confirmed. */
  ask?: (value: Value) => Promise<string[]> | string[];
};

/** Returned by a button that fills in the form and saves nothing, with what else its page shows. */
type FilledForm = { initialValue: Record<string, unknown>; error?: FieldErrors } & Record<string, unknown>;

type Save<Schema extends z.ZodType> = (value: z.output<Schema>) => Promise<Response | FilledForm>;

const sentBefore =
  "This form was already saved with other entries. These were not saved: to save them as well, send the form again.";

const neverReturned = ["password", "currentPassword", "oneTimeCode"];

/** Saves a posted form and redirects. A refused one comes back filled in, with its status; 403 and 405 are thrown. */
export async function submit<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  options: Options<z.output<Schema>>,
  save: Save<Schema>,
) {
  refuseOtherMethods(request);
  const { form } = await readForm(request);
  return processForm(request, form, schema, options, save);
}

export async function processForm<Schema extends z.ZodType>(
  request: Request,
  form: FormData,
  schema: Schema,
  { failure, problems, error: readError, ask }: Options<z.output<Schema>>,
  save: Save<Schema>,
) {
  const owner = extractOwner(form);
  const submission = parse(form, schema);
  const refused = (
    status: number,
    reply: { formErrors?: string[]; fieldErrors?: FieldErrors },
    result: Partial<FormResult>,
  ) => {
    const fieldErrors = { ...problems, ...reply.fieldErrors };
    const returned = submission.reply({ ...reply, fieldErrors, hideFields: neverReturned });
    return data({ submission: returned, ...result }, { status });
  };

  const keptForm = renderedKeptForm();
  if (keptForm) {
    const refusal =
      submission.status === "success" ? await rehearse(() => save(submission.value)) : undefined;
    if (refusal?.status === 403) throw refusal;
    const formErrors = [...keptFormProblems(keptForm), ...(refusal?.status === 404 ? [refusal.message] : [])];
    // Other errors are shown only when the user sends the form again.
    const formResult = refused(200, {}, { failure: signedOutMessage });
    formResult.data.submission.error = { "": formErrors };
    return formResult;
  }

  try {
    if (readError) throw readError;
    if (submission.status !== "success" || problems) return refused(400, {}, {});
    const questions = questionsOf(form, await ask?.(submission.value));
    if (questions.some(({ isConfirmed }) => !isConfirmed)) return refused(400, {}, { questions });
    const saved = await save(submission.value);
    if (!(saved instanceof Response)) {
      const { initialValue, error, ...shown } = saved;
      const status = Object.keys(error ?? {}).length > 0 ? "error" : undefined;
      return data({ submission: { status, initialValue, error } as FormResult["submission"], ...shown });
    }
    if (owner) await completeForm(owner, saved.headers);
    return saved;
  } catch (error) {
    if (error instanceof ReusedKey) {
      return withNewKey(refused(error.status, { formErrors: [sentBefore] }, { failure: sentBefore }));
    }
    if (error instanceof Refusal && error.status !== 403) {
      const { current, retryAfter } = error.details ?? {};
      const failure = error.fields ? undefined : error.message;
      setRetryAfter(request, retryAfter);
      return refused(error.status, replyOf(error), { failure, current });
    }
    if (error instanceof Response) throw error;
    const { status, message, reference } = failureOf(error, request);
    const text = status === 500 ? `${failure ?? message} (reference ${reference})` : message;
    return refused(status, { formErrors: [text] }, { failure: text });
  }
}

function questionsOf(form: FormData, questions: string[] = []) {
  const confirmed = form.getAll("confirmed");
  return questions.map((text) => ({ text, isConfirmed: confirmed.includes(text) }));
}

const replyOf = ({ fields, message }: Refusal) =>
  fields ? { fieldErrors: fields } : { formErrors: [message] };

/** Gives a refused form a new idempotency key: sent once more, it is another one. */
function withNewKey<Refused extends { data: Pick<FormResult, "submission"> }>(refused: Refused): Refused {
  const { submission } = refused.data;
  submission.initialValue = { ...submission.initialValue, formKey: newIdempotencyKey() };
  return refused;
}

export function refuseOtherMethods(request: Request): void {
  if (request.method === "POST") return;
  const refusal = new Refusal(405, `${request.method} is not supported here`);
  refusal.headers.set("Allow", "GET, HEAD, POST");
  throw refusal;
}

function parse<Schema extends z.ZodType>(form: FormData, schema: Schema) {
  for (const [name, value] of form) {
    // conform would allocate an array for `a[9999999]` and follow `__proto__`; SQLite ends a text at a null.
    const isHostile = name.length > 200 || /\[\d{3,}\]|__proto__|prototype|constructor/.test(name);
    if (isHostile || String(value).includes("\0")) throw brokenForm();
  }
  // conform reads these two as commands, which no page of ours sends.
  if (form.get("__intent__") || form.get("__state__")) throw brokenForm();
  return parseWithZod(form, { schema });
}

const brokenForm = () =>
  new Refusal(400, "The form could not be read. Go back, reload the page and try again.");
