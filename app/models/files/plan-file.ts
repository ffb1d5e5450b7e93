import type { Columns } from "../columns";
import { reviewCycles } from "../permits/permit";

export const planFileKinds = {
  pdf: { label: "PDF", mediaType: "application/pdf" },
  dwg: { label: "DWG", mediaType: "image/vnd.dwg" },
  dxf: { label: "DXF", mediaType: "image/vnd.dxf" },
} as const;

export type PlanFileKind = keyof typeof planFileKinds;

/** The columns of a plan file in API responses and on pages. */
export const planFileColumns = {
  id: { kind: "id" },
  fileName: { kind: "text" },
  kind: { kind: "option", of: planFileKinds },
  byteSize: { kind: "count" },
  reviewCycle: { kind: "option", of: reviewCycles },
  uploadDate: { kind: "moment", isComputed: true },
  uploadedAt: { kind: "moment" },
  mayDelete: { kind: "flag", isComputed: true },
} as const satisfies Columns;

export const acceptedPlanFiles = Object.keys(planFileKinds)
  .map((kind) => `.${kind}`)
  .join(",");
export const maximumFilesAtOnce = 20;
