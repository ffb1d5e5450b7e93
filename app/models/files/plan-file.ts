import type { Columns } from "../columns";
import { optionsOf, valuesOf, valuesWhere } from "../options";
import { reviewCycles } from "../permits/permit";
import { someOf } from "../some-of";

export const planFileKinds = {
  pdf: { label: "PDF", mediaType: "application/pdf" },
  dwg: { label: "DWG", mediaType: "image/vnd.dwg" },
  dxf: { label: "DXF", mediaType: "image/vnd.dxf" },
} as const;

export type PlanFileKind = keyof typeof planFileKinds;

/** Marked-up plans leave the firm with the letter of their cycle, internal files never. */
export const planFileOrigins = {
  submitted: { label: "Plans received", isReviewed: true, leavesWithLetter: false },
  marked_up: { label: "Marked-up plans", isReviewed: false, leavesWithLetter: true },
  internal: { label: "Internal", isReviewed: false, leavesWithLetter: false },
} as const;

export type PlanFileOrigin = keyof typeof planFileOrigins;
export const planFileOriginValues = valuesOf(planFileOrigins);
export const reviewedOrigins = valuesWhere(planFileOrigins, ({ isReviewed }) => isReviewed);
export const letterOrigins = valuesWhere(planFileOrigins, ({ leavesWithLetter }) => leavesWithLetter);
export const planFileOriginOptions = optionsOf(planFileOrigins);

export const contentProblems = {
  missing: { label: "is missing on the server" },
  changed: { label: "was changed on the server" },
  unreadable: { label: "cannot be read on the server" },
} as const;

export type ContentProblem = keyof typeof contentProblems;
export const contentProblemValues = valuesOf(contentProblems);

export const planFileColumns = {
  id: { kind: "id" },
  fileName: { kind: "text" },
  kind: { kind: "option", of: planFileKinds },
  byteSize: { kind: "count" },
  reviewCycle: { kind: "option", of: reviewCycles },
  origin: { kind: "option", of: planFileOrigins },
  uploadDate: { kind: "moment", isComputed: true },
  uploadedAt: { kind: "moment" },
  isSetAside: { kind: "flag" },
  mayDelete: { kind: "flag", isComputed: true },
} as const satisfies Columns;

export const acceptedPlanFiles = Object.keys(planFileKinds)
  .map((kind) => `.${kind}`)
  .join(",");
export const maxFilesAtOnce = 20;

/** Browsers with scripts send a file in parts of this size. */
export const partBytes = 8 * 1024 * 1024;

export const planFilesHint = (maxFileSize: string): string =>
  `PDF, DWG or DXF. Max ${maxFileSize} each, at most ${maxFilesAtOnce} at once.`;

/** `reason` is a sentence without its period. */
export type RefusedFile = { fileName: string; reason: string };

export const problemOfFile = ({ fileName, reason }: RefusedFile): string => `${fileName}: ${reason}.`;

/** One problem for all of them: a plan set can have hundreds. */
export const tooManyFiles = (names: string[]): RefusedFile => ({
  fileName: someOf(names, 5),
  reason: `Only ${maxFilesAtOnce} files can be sent at once`,
});
