import { formatMoment } from "~/models/clock.server";
import type { Permit } from "~/models/permits/permit-scope.server";
import { listPlanFiles, mayChooseOrigin } from "~/models/permits/plan-file.server";
import { scopeOf, type Viewer } from "~/models/policy";
import { uploadCyclesOf } from "~/models/review-cycles/upload-cycle";
import { notesOf } from "~/models/sheets/plan-set";
import { env } from "~/platform/env.server";
import { newIdempotencyKey } from "~/platform/secret.server";

/** `asCity` loads what the permit's city sees. */
export async function loadPlanFiles(viewer: Viewer, permit: Permit, options: { asCity?: boolean } = {}) {
  const listed = await listPlanFiles(viewer, permit, options);
  return listed.map(({ uploadedAt, kind, letterId, planSet, ...file }) => ({
    ...file,
    uploaded: formatMoment(uploadedAt),
    notes: planSet ? notesOf(planSet) : [],
  }));
}

export const maxFileSize = `${env.MAX_UPLOAD_MB}MB`;

export const newUpload = () => ({ idempotencyKey: newIdempotencyKey(), maxFileSize });

export const newPermitUpload = (viewer: Viewer, permit: Permit) => ({
  ...newUpload(),
  hasOrigin: mayChooseOrigin(viewer, permit),
  cycles: uploadCyclesOf(permit, { mayDeleteAll: scopeOf(viewer, "plan-file.delete") === "all" }),
});
