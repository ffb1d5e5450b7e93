import type { z } from "zod";
import { answer, refuseOtherMethods } from "~/form.server";
import { problemsOf, receiveFiles } from "~/http/plan-file-upload.server";
import type { StoredFile } from "~/models/files/plan-file-store.server";
import { stage, unstage } from "~/models/files/staged-file.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";

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
