import { env } from "~/env.server";
import { idParameter } from "~/models/address";
import { formatMoment } from "~/models/clock.server";
import type { Permit } from "~/models/permits/permit-scope.server";
import { listPlanFiles, mayChooseOrigin } from "~/models/permits/plan-file.server";
import { uploadCyclesOf } from "~/models/plan-checks/upload-cycle";
import { reach, type Viewer } from "~/models/policy";
import { newIdempotencyKey } from "~/models/secret.server";

/** Loads the plan files of a permit, or with `asCity` those that its city sees, and the file of an open dialog. */
export async function loadPlanFiles(
  viewer: Viewer,
  permit: Permit,
  { searchParams }: URL,
  options: { asCity?: boolean } = {},
) {
  const listed = await listPlanFiles(viewer, permit, options);
  const files = listed.map(({ uploadedAt, kind, letterId, ...file }) => ({
    ...file,
    uploaded: formatMoment(uploadedAt),
  }));
  const dialog = searchParams.get("dialog");
  const id = idParameter(searchParams, "fileId");
  const file = files.find((row) => row.id === id);
  const asideDialog = file?.isSetAside ? "take-back" : "set-aside";
  return {
    files,
    deletingFile: dialog === "delete-file" && file?.mayDelete ? file : null,
    /** The file that the open dialog sets aside or, if it is, takes back. */
    asideFile: dialog === asideDialog && file?.maySetAside ? file : null,
  };
}

/** The size limit of a plan file, as the field shows it. */
export const largestFile = `${env.MAX_UPLOAD_MB}MB`;

/** Returns the initial data of a form with plan files. */
export const newUpload = () => ({ idempotencyKey: newIdempotencyKey(), largestFile });

/** Returns the initial data of the form that adds plan files to a permit. */
export const newPermitUpload = (viewer: Viewer, permit: Permit) => ({
  ...newUpload(),
  hasOrigin: mayChooseOrigin(viewer, permit),
  cycles: uploadCyclesOf(permit, { mayDeleteAll: reach(viewer, "plan-file.delete") === "all" }),
});
