import { bytesAnnounced, receiveFiles } from "~/http/plan-file-upload.server";
import { readForm } from "~/http/request-body.server";
import { largestFile } from "~/models/files/plan-file-store.server";
import { discard, refuseOverQuota, stage } from "~/models/files/staged-file.server";
import { allow, reach, type Viewer } from "~/models/policy";

/** Keeps what is sent ahead of a form: a token for each good file, and why each other was refused. */
export async function receiveAhead(request: Request, viewer: Viewer): Promise<Response> {
  refuseWhoSendsNone(viewer);
  // What is larger than any file may be is refused by that reason.
  await refuseOverQuota(viewer, Math.min(bytesAnnounced(request), largestFile));
  return receiveFiles(request, async ({ stored, refused }) => {
    const { kept, refusal } = await stage(viewer, [], stored);
    if (refusal) throw refusal;
    return Response.json({ kept, refused });
  });
}

/** Gives up what was sent ahead and then taken out of its form. */
export async function discardFiles(request: Request, viewer: Viewer): Promise<Response> {
  refuseWhoSendsNone(viewer);
  const { form } = await readForm(request);
  await discard(viewer, form.getAll("keptFiles").map(String));
  return new Response(null, { status: 204 });
}

function refuseWhoSendsNone(viewer: Viewer): void {
  if (reach(viewer, "plan-file.upload") === "none") allow(viewer, "plan-file.upload");
}
