import { env } from "~/env.server";
import { idIn } from "~/models/address";
import { formatMoment } from "~/models/clock.server";
import type { Permit } from "~/models/permits/permit-scope.server";
import { listPlanFiles, mayChooseOrigin } from "~/models/permits/plan-file.server";
import { uploadCyclesOf } from "~/models/plan-checks/upload-cycle";
import { scopeOf, type Viewer } from "~/models/policy";
import { newIdempotencyKey } from "~/models/secret.server";

/** `asCity` loads what the permit's city sees. */
export async function loadPlanFiles(
  viewer: Viewer,
  permit: Permit,
  url: URL,
  options: { asCity?: boolean } = {},
) {
  const listed = await listPlanFiles(viewer, permit, options);
  const files = listed.map(({ uploadedAt, kind, letterId, ...file }) => ({
    ...file,
    uploaded: formatMoment(uploadedAt),
  }));
  const dialog = url.searchParams.get("dialog");
  const id = idIn(url, "fileId");
  const file = files.find((row) => row.id === id);
  const asideDialog = file?.isSetAside ? "take-back" : "set-aside";
  return {
    files,
    deletingFile: dialog === "delete-file" && file?.mayDelete ? file : null,
    /** Set aside by the open dialog or, if it is, taken back. */
    asideFile: dialog === asideDialog && file?.maySetAside ? file : null,
  };
}

export const maxFileSize = `${env.MAX_UPLOAD_MB}MB`;

export const newUpload = () => ({ idempotencyKey: newIdempotencyKey(), maxFileSize });

export const newPermitUpload = (viewer: Viewer, permit: Permit) => ({
  ...newUpload(),
  hasOrigin: mayChooseOrigin(viewer, permit),
  cycles: uploadCyclesOf(permit, { mayDeleteAll: scopeOf(viewer, "plan-file.delete") === "all" }),
});
