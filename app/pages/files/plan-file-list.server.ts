import { env } from "~/env.server";
import { idParameter } from "~/models/address";
import { formatMoment } from "~/models/clock.server";
import { listPlanFiles } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import { newIdempotencyKey } from "~/models/secret.server";

/** The plan files of a permit as its pages show them, and the one that an open dialog asks to delete. */
export async function loadPlanFiles(viewer: Viewer, permitId: number, { searchParams }: URL) {
  const files = (await listPlanFiles(viewer, permitId)).map(({ uploadedAt, ...file }) => ({
    ...file,
    uploaded: formatMoment(uploadedAt),
  }));
  const isDeleting = searchParams.get("dialog") === "delete-file";
  const id = idParameter(searchParams, "fileId");
  const deletingFile = isDeleting ? files.find((file) => file.id === id && file.mayDelete) : undefined;
  return { files, deletingFile: deletingFile ?? null };
}

/** The size limit of a plan file, as its field shows it. */
export const largestFile = `${env.MAX_UPLOAD_MB}MB`;

/** What a new form that takes plan files starts with. */
export const newUpload = () => ({ formKey: newIdempotencyKey(), largestFile });
