import { env } from "~/env.server";
import { idParameter } from "~/models/address";
import { formatMoment } from "~/models/clock.server";
import type { Permit } from "~/models/permits/permit-scope.server";
import { listPlanFiles, mayChooseOrigin } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import { newIdempotencyKey } from "~/models/secret.server";

/** Loads the plan files of a permit, or with `asCity` those that its city sees, and the file of an open "Delete file" dialog. */
export async function loadPlanFiles(
  viewer: Viewer,
  permit: Permit,
  { searchParams }: URL,
  options: { asCity?: boolean } = {},
) {
  const files = (await listPlanFiles(viewer, permit, options)).map(({ uploadedAt, kind, ...file }) => ({
    ...file,
    uploaded: formatMoment(uploadedAt),
  }));
  const isDeleting = searchParams.get("dialog") === "delete-file";
  const id = idParameter(searchParams, "fileId");
  const deletingFile = isDeleting ? files.find((file) => file.id === id && file.mayDelete) : undefined;
  return { files, deletingFile: deletingFile ?? null };
}

/** The size limit of a plan file, as the field shows it. */
export const largestFile = `${env.MAX_UPLOAD_MB}MB`;

/** Returns the initial data of a form with plan files. */
export const newUpload = () => ({ idempotencyKey: newIdempotencyKey(), largestFile });

/** Returns the initial data of the form that adds plan files to a permit. */
export const newPermitUpload = (viewer: Viewer, permit: Permit) => ({
  ...newUpload(),
  hasOrigin: mayChooseOrigin(viewer, permit),
});
