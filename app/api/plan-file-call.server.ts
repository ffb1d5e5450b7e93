import type { z } from "zod";
import { fieldsOf, refuseOtherThanParts } from "~/api.server";
import { problemsOf, receiveFiles } from "~/http/plan-file-upload.server";
import type { StoredFile } from "~/models/files/plan-file-store.server";
import { stage, unstage } from "~/models/files/staged-file.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { planFileCalls } from "./files.server";

const { fields, files: fileField } = planFileCalls.upload.parts;

type Upload = z.output<typeof fields> & { files: StoredFile[] };

/**
 * The JSON door for plan files, which come in parts: 415 in any other body, 400 with each refused file's
 * reason and a token for each good one, 413 where there is no room to keep these. The caller has made sure
 * that the viewer may send any.
 */
export async function receivePlanFiles<Result>(
  request: Request,
  viewer: Viewer,
  save: (upload: Upload) => Promise<Result>,
): Promise<Result> {
  refuseOtherThanParts(request);
  return receiveFiles(request, async ({ form, stored, refused }) => {
    form.delete(fileField);
    const typed = fieldsOf(form, fields, ["keptFiles"]);
    const tokens = typed.keptFiles ?? [];
    const files = [...unstage(viewer, tokens), ...stored];
    const problems = problemsOf(files, refused, true);
    if (problems.length === 0) return save({ ...typed, files });
    const { kept, refusal } = await stage(viewer, tokens, stored);
    const all = refusal ? [...problems, refusal.message] : problems;
    const keptFiles = kept.map(({ token }) => token);
    throw new Refusal(refusal?.status ?? 400, all.join(" "), { files: all }, { keptFiles });
  });
}
