import { data } from "react-router";
import type { z } from "zod";
import { failureOf } from "~/failure.server";
import { processForm, refuseOtherMethods } from "~/form.server";
import { problemsOf, receiveFilledForm } from "~/http/plan-file-upload.server";
import { renderedKeptForm } from "~/kept-form.server";
import type { StoredFile } from "~/models/files/plan-file-store.server";
import { discard, stage, stillStaged, unstage } from "~/models/files/staged-file.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";

/**
 * The HTML door for a form with plan files. A refused file is named at the field `files`; the good ones
 * are kept with the form, and are there when it is sent again. Those that were taken out of it are given up.
 */
export async function submitWithPlanFiles<Schema extends z.ZodType>(
  request: Request,
  viewer: Viewer,
  schema: Schema,
  save: (value: z.output<Schema>, files: StoredFile[]) => Promise<Response>,
  options: { failure: string; needsFiles?: boolean },
) {
  refuseOtherMethods(request);
  return receiveFilledForm(request, async ({ form, stored, refused, error }) => {
    const tokens = takeTokens(form, "keptFiles");
    const shown = takeTokens(form, "shownFiles");
    await discard(
      viewer,
      shown.filter((token) => !tokens.includes(token)),
    );
    form.delete("files");
    const files = [...unstage(viewer, tokens), ...stored];
    const problems = renderedKeptForm() ? [] : problemsOf(files, refused, options.needsFiles);
    const answered = await processForm(request, form, schema, (value) => save(value, files), {
      failure: options.failure,
      problems: problems.length > 0 ? { files: problems } : undefined,
      error,
    });
    if (answered instanceof Response) return answered;
    const earlier = { kept: stillStaged(viewer, tokens), refusal: null };
    const staged = await stage(viewer, tokens, stored).catch((failure: unknown) =>
      // What was in the way before has been told of.
      error ? earlier : noneAdded(request, earlier, failure),
    );
    return withKeptFiles(answered, staged, problems);
  });
}

type PlanFilesEntry<Sent, Schema extends z.ZodType> = {
  schema: Schema;
  /** The specification's text for a failure of unknown cause. */
  failure: string;
  needsFiles?: boolean;
  /** Throws a Refusal before any file is read. */
  allow: (sent: Sent) => Promise<unknown>;
  command: (sent: Sent, fields: z.output<Schema>, files: StoredFile[]) => Promise<Response>;
};

/** An entry of a form table for a form with plan files. */
export function planFilesForm<Sent extends { request: Request; viewer: Viewer }, Schema extends z.ZodType>({
  schema,
  allow,
  command,
  ...options
}: PlanFilesEntry<Sent, Schema>) {
  return async (sent: Sent) => {
    await allow(sent);
    const { request, viewer } = sent;
    return submitWithPlanFiles(request, viewer, schema, (...given) => command(sent, ...given), options);
  };
}

function takeTokens(form: FormData, field: string): string[] {
  const tokens = form.getAll(field).filter((token) => typeof token === "string");
  form.delete(field);
  return tokens;
}

/** What was typed stays, also when files could not be kept. */
function noneAdded(request: Request, earlier: Staged, error: unknown): Staged {
  const { status, reference } = failureOf(error, request);
  const message = `The files could not be kept: choose them again (reference ${reference}).`;
  return { ...earlier, refusal: new Refusal(status, message) };
}

type Staged = Awaited<ReturnType<typeof stage>>;
type Responded = Exclude<Awaited<ReturnType<typeof processForm>>, Response>;

/** A refused form with the files that are kept for it; those that there is no room for are a problem more. */
function withKeptFiles({ data: refused, init }: Responded, { kept, refusal }: Staged, problems: string[]) {
  if (!refusal) return data({ ...refused, keptFiles: kept, fileProblems: problems }, init ?? undefined);
  const fileProblems = [...problems, refusal.message];
  const error = { ...refused.submission.error, files: fileProblems };
  const submission = { ...refused.submission, error };
  return data({ ...refused, submission, keptFiles: kept, fileProblems }, { ...init, status: refusal.status });
}
