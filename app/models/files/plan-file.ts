export const planFileKinds = {
  pdf: { label: "PDF", mediaType: "application/pdf" },
  dwg: { label: "DWG", mediaType: "image/vnd.dwg" },
  dxf: { label: "DXF", mediaType: "image/vnd.dxf" },
} as const;

export type PlanFileKind = keyof typeof planFileKinds;

export const acceptedPlanFiles = Object.keys(planFileKinds)
  .map((kind) => `.${kind}`)
  .join(",");
export const maximumFilesAtOnce = 20;
