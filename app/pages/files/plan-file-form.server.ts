import type { z } from "zod";
import { answer, refuseOtherMethods } from "~/form.server";
import { readForm } from "~/http/request-body.server";
import { maximumFilesAtOnce } from "~/models/files/plan-file";
import {
  isRefused,
  largestFile,
  type ReceivedFile,
  receivePlanFile,
  type StoredFile,
} from "~/models/files/plan-file-store.server";
import { stage, unstage } from "~/models/files/staged-file.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";

/** Reads the files of a request to disk. The caller has made sure that the viewer may send any. */
export async function receiveFiles(request: Request) {
  const { form, received, surplus } = await readForm<ReceivedFile>(
    request,
    ({ fileName, stream }) => receivePlanFile(fileName, stream),
    largestFile,
  );
  const refused = [
    ...received.filter(isRefused),
    ...surplus.map((fileName) => ({
      fileName,
      reason: `Only ${maximumFilesAtOnce} files can be sent at once`,
    })),
  ];
  return { form, stored: received.filter((file) => !isRefused(file)) as StoredFile[], refused };
}

/**
 * The HTML door for a form with plan files. A refused file is named at the field `files`; the good ones
 * are kept with the form, and are there when it is sent again.
 */
export async function submitWithPlanFiles<Schema extends z.ZodType>(
  request: Request,
  viewer: Viewer,
  schema: Schema,
  save: (value: z.output<Schema>, files: StoredFile[]) => Promise<Response>,
  options: { failure: string; needsFiles?: boolean },
) {
  refuseOtherMethods(request);
  const { form, stored, refused } = await receiveFiles(request);
  const tokens = form.getAll("keptFiles").filter((token) => typeof token === "string");
  form.delete("keptFiles");
  form.delete("files");
  const files = [...unstage(viewer, tokens), ...stored];
  const problems = problemsOf(files, refused, options.needsFiles);
  return answer(
    request,
    form,
    schema,
    async (value) => {
      if (problems.length > 0) throw new Refusal(400, problems.join(" "), { files: problems });
      return save(value, files);
    },
    {
      failure: options.failure,
      extra: { keptFiles: files.map((file) => stage(viewer, file)), fileProblems: problems },
    },
  );
}

/** Why files cannot be taken, a sentence each. */
export function problemsOf(
  files: StoredFile[],
  refused: { fileName: string; reason: string }[],
  needsFiles?: boolean,
): string[] {
  const problems = refused.map(({ fileName, reason }) => `${fileName}: ${reason}.`);
  if (files.length > maximumFilesAtOnce)
    problems.push(`Only ${maximumFilesAtOnce} files can be sent at once.`);
  if (needsFiles && files.length === 0 && refused.length === 0) problems.push("Choose at least one file.");
  return problems;
}
