import { valueIn, valuesOf } from "../options";
import { type PlanFileKind, planFileKinds } from "./plan-file";

/** How many bytes of a file's start tell its kind: a DXF may begin with long comments. */
export const signatureBytes = 64 * 1024;

const pdfSignature = "%PDF-";
/** As many as viewers skip. */
const maxBytesBeforePdf = 1024;

const signatures: Record<PlanFileKind, (start: Buffer) => boolean> = {
  pdf: (start) => start.subarray(0, maxBytesBeforePdf + pdfSignature.length).includes(pdfSignature),
  dwg: (start) => /^AC1[\d.]\d{2}/.test(start.toString("latin1", 0, 6)),
  dxf: (start) =>
    start.indexOf("AutoCAD Binary DXF\r\n") === 0 || isDxf(withoutMark(start.toString("latin1"))),
};

const withoutMark = (latin1: string): string => latin1.replace(/^\u00ef\u00bb\u00bf/, "");

/** Comments, which are pairs of lines, and then a section. */
function isDxf(text: string): boolean {
  const lines = text.split(text.includes("\n") ? "\n" : "\r").map((line) => line.trim());
  let line = lines.findIndex((found) => found !== "");
  while (lines[line] === "999") line += 2;
  return lines[line] === "0" && lines[line + 1] === "SECTION";
}

const isUtf16Dxf = (start: Buffer): boolean =>
  ["utf-16le", "utf-16be"].some((encoding) => isDxf(new TextDecoder(encoding).decode(start)));

type OtherContent = { first: string[]; at?: number; name: string; advice: string };

const otherContents: OtherContent[] = [
  {
    first: ["PK\u0003\u0004", "PK\u0005\u0006"],
    name: "a ZIP file or an Office document",
    advice: "Unpack it and choose the plans in it, or save the document as a PDF",
  },
  {
    first: ["Rar!", "7z\u00bc\u00af", "\u001f\u008b\b"],
    name: "a packed file",
    advice: "Unpack it, and choose the plans in it",
  },
  {
    first: ["\u00d0\u00cf\u0011\u00e0", "{\\rtf"],
    name: "a document of another program",
    advice: "Save it as a PDF, and choose that",
  },
  {
    first: ["\u00ff\u00d8\u00ff", "\u0089PNG", "GIF8", "II*\0", "MM\0*", "RIFF"],
    name: "a picture",
    advice: "Save it as a PDF, and choose that",
  },
  {
    first: ["ftyp"],
    at: 4,
    name: "a picture or a video",
    advice: "Save a picture as a PDF, and choose that",
  },
  { first: ["(DWF V"], name: "a DWF file", advice: "Plot it to a PDF, and choose that" },
  {
    first: ["<!doctype html", "<!DOCTYPE html", "<!DOCTYPE HTML", "<html", "<HTML"],
    name: "a web page",
    advice: "Download the plan itself, and choose that",
  },
  {
    first: ["\0\u0005\u0016\u0007"],
    name: "what macOS notes about a file",
    advice: "Choose the file whose name does not begin with ._",
  },
];

function otherContentIn(start: Buffer): OtherContent | undefined {
  const text = withoutMark(start.toString("latin1", 0, 200)).trimStart();
  return otherContents.find(({ first, at }) => first.some((signature) => text.startsWith(signature, at)));
}

/** What begins as something else is no plan file, although a PDF may begin inside. */
function contentOf(start: Buffer): { kind?: PlanFileKind; other?: OtherContent } {
  const other = otherContentIn(start);
  return other ? { other } : { kind: valuesOf(planFileKinds).find((kind) => signatures[kind](start)) };
}

/** Returns the kind that both the name and the first bytes say, or why there is none and what to do. */
export function kindOf(fileName: string, start: Buffer): PlanFileKind | { reason: string } {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
  const named = valueIn(planFileKinds, extension);
  if (named && start.length === 0) return { reason: "The file is empty" };
  const { kind, other } = contentOf(start);
  if (kind && kind === named) return kind;
  return { reason: reasonFor(start, named, kind, other) };
}

function reasonFor(start: Buffer, named?: PlanFileKind, kind?: PlanFileKind, other?: OtherContent): string {
  if (kind) {
    return `This is a ${planFileKinds[kind].label} file, despite its name: change the end of its name to .${kind}`;
  }
  const found = other && `${other.name}. ${other.advice}`;
  if (!named) {
    const accepted = "Only PDF, DWG and DXF files are accepted";
    return found ? `${accepted}, and this is ${found}` : accepted;
  }
  if (named === "dxf" && isUtf16Dxf(start)) {
    return "This DXF is saved as UTF-16. Save it as ASCII or UTF-8, and choose that";
  }
  const { label } = planFileKinds[named];
  const refused = `This is not a ${label} file, despite its name`;
  return found
    ? `${refused}: it is ${found}`
    : `${refused}. See whether it opens, and save it as a ${label} again`;
}
