import { minFileBytes, receiveFiles } from "~/http/plan-file-upload.server";
import { readForm } from "~/http/request-body.server";
import { maxFileBytes } from "~/models/files/plan-file-store.server";
import { discard, refuseOverQuota, stageFiles } from "~/models/files/staged-file.server";
import { allow, scopeOf, type Viewer } from "~/models/policy";

/** Returns a token for each file that is sent before its form, or the reason for refusing it. 413 for too many bytes. */
export async function receiveStagedFiles(request: Request, viewer: Viewer): Promise<Response> {
  allowUpload(viewer);
  // A larger file is refused for its size, not for the quota.
  await refuseOverQuota(viewer, Math.min(minFileBytes(request), maxFileBytes));
  return receiveFiles(request, async ({ stored, refused }) => {
    const { files, refusal } = await stageFiles(viewer, [], stored);
    if (refusal) throw refusal;
    return Response.json({ kept: files, refused });
  });
}

export async function discardStagedFiles(request: Request, viewer: Viewer): Promise<Response> {
  allowUpload(viewer);
  const { form } = await readForm(request);
  await discard(viewer, form.getAll("keptFiles").map(String));
  return new Response(null, { status: 204 });
}

function allowUpload(viewer: Viewer): void {
  if (scopeOf(viewer, "plan-file.upload") === "none") {
    allow(viewer, "plan-file.upload", undefined, "You cannot add files.");
  }
}
