import { formatMoment } from "~/models/clock.server";
import type { Permit } from "~/models/permits/permit-scope.server";
import { listPlanFiles, mayChooseOrigin } from "~/models/permits/plan-file.server";
import { scopeOf, type Viewer } from "~/models/policy";
import { uploadCyclesOf } from "~/models/review-cycles/upload-cycle";
import { notesOf } from "~/models/sheets/plan-set";
import { env } from "~/platform/env.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { sheetStripOf } from "./sheet-strip.server";

const noted = (notes: string[]): { notes?: string[] } => (notes.length > 0 ? { notes } : {});

type Options = { mayChange: boolean; asCity?: boolean };

/** The files of a permit, and the first sheets in them. `asCity` loads what the permit's city sees. */
export async function loadPlanFiles(viewer: Viewer, permit: Permit, options: Options) {
  const listed = await listPlanFiles(viewer, permit, options);
  const files = listed.map(({ uploadedAt, kind, letterId, planSet, sheets, ...file }) => ({
    ...file,
    uploaded: formatMoment(uploadedAt),
    ...noted(planSet ? notesOf(planSet) : []),
  }));
  return { files, sheets: sheetStripOf(permit, listed, options) };
}

export const maxFileSize = `${env.MAX_UPLOAD_MB}MB`;

export const newUpload = () => ({ idempotencyKey: newIdempotencyKey(), maxFileSize });

export const newPermitUpload = (viewer: Viewer, permit: Permit) => ({
  ...newUpload(),
  hasOrigin: mayChooseOrigin(viewer, permit),
  cycles: uploadCyclesOf(permit, { mayDeleteAll: scopeOf(viewer, "plan-file.delete") === "all" }),
});
