import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import type { z } from "zod";
import { failureOf } from "./failure.server";
import { readForm } from "./http/request-body.server";
import {
  completeForm,
  extractOwner,
  keptFormProblems,
  renderedKeptForm,
  signedOut,
} from "./kept-form.server";
import { type FieldErrors, Refusal } from "./models/refusal";
import { refusalOf } from "./models/rehearsal.server";

/** What a refused form gets back: all that was typed, and why not. */
export type FormResult<Current = unknown> = {
  submission: SubmissionResult<string[]>;
  /** The text of the failure toast, where no field can carry the message. */
  failure?: string;
  /** The row as somebody else left it, when an edit came too late. */
  current?: Current;
};

type Options = {
  /** The specification's words for a failure that nothing more precise is known of. */
  failure?: string;
  /** Anything else the page needs to show the form again. */
  extra?: Record<string, unknown>;
  /** What is wrong with fields that the schema does not know. */
  problems?: FieldErrors;
  /** What went wrong while the form was read. */
  error?: unknown;
};

type Save<Schema extends z.ZodType> = (value: z.output<Schema>) => Promise<Response>;

const neverSentBack = ["password", "currentPassword"];

/** The HTML door: reads a posted form, and saves it or answers it filled in, with its messages. */
export async function submit<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  save: Save<Schema>,
  options: Options = {},
) {
  refuseOtherMethods(request);
  const { form } = await readForm(request);
  return processForm(request, form, schema, save, options);
}

/** The same for a form that has been read. */
export async function processForm<Schema extends z.ZodType>(
  request: Request,
  form: FormData,
  schema: Schema,
  save: Save<Schema>,
  { failure, extra = {}, problems, error: earlier }: Options = {},
) {
  const owner = extractOwner(form);
  const submission = parse(form, schema);
  const refused = (
    status: number,
    reply: { formErrors?: string[]; fieldErrors?: FieldErrors },
    more: Partial<FormResult>,
    wait?: number,
  ) =>
    data(
      {
        submission: submission.reply({
          ...reply,
          fieldErrors: { ...problems, ...reply.fieldErrors },
          hideFields: neverSentBack,
        }),
        ...more,
        ...extra,
      },
      { status, headers: wait ? { "Retry-After": String(wait) } : undefined },
    );

  const keptForm = renderedKeptForm();
  if (keptForm) {
    const refusal =
      submission.status === "success" ? await refusalOf(() => save(submission.value)) : undefined;
    if (refusal?.status === 403) throw refusal;
    const formErrors = [...keptFormProblems(keptForm), ...(refusal?.status === 404 ? [refusal.message] : [])];
    // Nothing has been sent yet: what else is wrong is told when it is.
    const again = refused(200, {}, { failure: signedOut });
    again.data.submission.error = { "": formErrors };
    return again;
  }

  try {
    if (earlier) throw earlier;
    if (submission.status !== "success" || problems) return refused(400, {}, {});
    const saved = await save(submission.value);
    if (owner) await completeForm(owner, saved.headers);
    return saved;
  } catch (error) {
    if (error instanceof Refusal) {
      if (error.status === 403) throw error;
      const reply = error.fields ? { fieldErrors: error.fields } : { formErrors: [error.message] };
      const failure = error.fields ? undefined : error.message;
      const { current, retryAfter } = error.details ?? {};
      return refused(error.status, reply, { failure, current }, retryAfter);
    }
    if (error instanceof Response) throw error;
    const { status, message, reference } = failureOf(error, request);
    const told = status === 500 ? `${failure ?? message} (reference ${reference})` : message;
    return refused(status, { formErrors: [told] }, { failure: told });
  }
}

/** Only a POST runs a page's action. */
export function refuseOtherMethods(request: Request): void {
  if (request.method === "POST") return;
  const refusal = new Refusal(405, `${request.method} is not answered here`);
  refusal.headers.set("Allow", "GET, HEAD, POST");
  throw refusal;
}

function parse<Schema extends z.ZodType>(form: FormData, schema: Schema) {
  for (const [name, value] of form) {
    // conform would make room for `a[9999999]`, and walk through `__proto__`; SQLite ends a text at a null.
    const isHostile = name.length > 200 || /\[\d{3,}\]|__proto__|prototype|constructor/.test(name);
    if (isHostile || String(value).includes("\0")) throw brokenForm();
  }
  // What conform takes for commands: no page of ours sends any.
  if (form.get("__intent__") || form.get("__state__")) throw brokenForm();
  return parseWithZod(form, { schema });
}

const brokenForm = () =>
  new Refusal(400, "The form could not be read. Go back, reload the page and try again.");
