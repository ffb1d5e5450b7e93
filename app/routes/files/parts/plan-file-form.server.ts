import { data } from "react-router";
import type { z } from "zod";
import type { NewPlanFile } from "~/models/files/plan-file-store.server";
import {
  discard,
  newFilesOf,
  problemsOfTokens,
  stagedFilesOf,
  stageFiles,
} from "~/models/files/staged-file.server";
import type { Actor } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { failureOf, setRetryAfter } from "~/platform/failure.server";
import { processForm, refuseOtherMethods } from "~/platform/forms/form.server";
import { renderedKeptForm } from "~/platform/forms/kept-form.server";
import { problemsOf, receiveFilledForm } from "~/platform/http/plan-file-upload.server";

type PlanFilesEntry<Sent, Schema extends z.ZodType> = {
  schema: Schema;
  failure: string;
  needsFiles?: boolean;
  /** Before any file is read. */
  allow?: (sent: Sent) => Promise<unknown>;
  ask?: (fields: z.output<Schema>) => Promise<string[]> | string[];
  command: (sent: Sent, fields: z.output<Schema>, files: NewPlanFile[]) => Promise<Response>;
};

/** Errors of `files` name the refused files; the valid files of a refused form are staged and returned with it. */
export function planFilesForm<Sent extends { request: Request; viewer: Actor }, Schema extends z.ZodType>({
  schema,
  failure,
  needsFiles,
  allow,
  ask,
  command,
}: PlanFilesEntry<Sent, Schema>) {
  return async (sent: Sent) => {
    const { request, viewer } = sent;
    refuseOtherMethods(request);
    await allow?.(sent);
    return receiveFilledForm(request, async ({ form, stored, refused, error }) => {
      const tokens = takeTokens(form, "keptFiles");
      const unwanted = takeTokens(form, "shownFiles").filter((token) => !tokens.includes(token));
      await discard(viewer, unwanted);
      form.delete("files");
      const files = [...newFilesOf(viewer, tokens), ...stored];
      const problems = renderedKeptForm()
        ? []
        : [...problemsOfTokens(viewer, tokens), ...problemsOf(files, refused, needsFiles)];
      const options = {
        failure,
        ask,
        error,
        problems: problems.length > 0 ? { files: problems } : undefined,
      };
      const formResult = await processForm(request, form, schema, options, (fields) =>
        command(sent, fields, files),
      );
      if (formResult instanceof Response) return formResult;
      const staged = await stageFiles(viewer, tokens, stored).catch((thrown: unknown) => ({
        files: stagedFilesOf(viewer, tokens),
        // An error of the upload itself is already in the form result.
        refusal: error ? null : stagingRefusal(request, stored, thrown),
      }));
      setRetryAfter(request, staged.refusal?.details.retryAfter);
      return withStagedFiles(formResult, staged, problems);
    });
  };
}

function takeTokens(form: FormData, field: string): string[] {
  const tokens = form.getAll(field).filter((token) => typeof token === "string");
  form.delete(field);
  return tokens;
}

/** The typed values are not lost when files cannot be staged. */
function stagingRefusal(request: Request, stored: NewPlanFile[], error: unknown): Refusal | null {
  if (error instanceof Refusal) {
    const { status, message, details } = error;
    return stored.length > 0 ? new Refusal(status, `${message} Choose the new files again.`, details) : error;
  }
  const { status, reference } = failureOf(error, request);
  // Without new files, only the time of the earlier ones was not renewed.
  if (stored.length === 0) return null;
  const message = `The new files could not be stored: choose them again (reference ${reference}).`;
  return new Refusal(status, message);
}

type Staged = Awaited<ReturnType<typeof stageFiles>>;
type RefusedForm = Exclude<Awaited<ReturnType<typeof processForm>>, Response>;

function withStagedFiles(
  { data: refused, init }: RefusedForm,
  { files, refusal }: Staged,
  problems: string[],
) {
  if (!refusal) return data({ ...refused, keptFiles: files, fileProblems: problems }, init ?? undefined);
  const fileProblems = [...problems, refusal.message];
  const error = { ...refused.submission.error, files: fileProblems };
  const submission = { ...refused.submission, error };
  return data({ ...refused, submission, keptFiles: files, fileProblems }, { status: refusal.status });
}
