import { type PlanFileKind, planFileKinds } from "./plan-file";

/** How many bytes of a file's start tell its kind. */
export const signatureBytes = 1024;

const signatures: Record<PlanFileKind, (start: Buffer) => boolean> = {
  pdf: (start) => start.subarray(0, 5).toString("latin1") === "%PDF-",
  dwg: (start) => /^AC1[\d.]\d{2}/.test(start.subarray(0, 6).toString("latin1")),
  dxf: (start) =>
    /^(AutoCAD Binary DXF\r\n|\s*(999[ \t\r]*\n[^\n]*\n[ \t]*)*0[ \t\r]*\n[ \t]*SECTION\s)/.test(
      start.toString("latin1"),
    ),
};

export function kindOf(fileName: string, start: Buffer): PlanFileKind | { reason: string } {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  if (!Object.hasOwn(planFileKinds, extension)) return { reason: "Only PDF, DWG and DXF files are accepted" };
  const kind = extension as PlanFileKind;
  if (start.length === 0) return { reason: "The file is empty" };
  if (!signatures[kind](start))
    return { reason: `This is not a ${planFileKinds[kind].label} file, despite its name` };
  return kind;
}
