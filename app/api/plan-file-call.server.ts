import { fieldsOf, refuseOtherThanParts } from "~/api.server";
import { problemsOf, receiveFiles } from "~/http/plan-file-upload.server";
import type { StoredFile } from "~/models/files/plan-file-store.server";
import { stage, unstage } from "~/models/files/staged-file.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { planFileCalls } from "./files.server";

const { fields, files: fileField } = planFileCalls.upload.parts;

/**
 * The JSON door for plan files, which come in parts: 415 in any other body, 400 with each refused file's
 * reason and a token for each good one. The caller has made sure that the viewer may send any.
 */
export async function receivePlanFiles(request: Request, viewer: Viewer) {
  refuseOtherThanParts(request);
  const { form, stored, refused } = await receiveFiles(request);
  form.delete(fileField);
  const { keptFiles = [], ...typed } = fieldsOf(form, fields, ["keptFiles"]);
  const files: StoredFile[] = [...unstage(viewer, keptFiles), ...stored];
  const problems = problemsOf(files, refused, true);
  if (problems.length === 0) return { ...typed, files };
  throw new Refusal(
    400,
    problems.join(" "),
    { files: problems },
    {
      keptFiles: files.map((file) => stage(viewer, file).token),
    },
  );
}
