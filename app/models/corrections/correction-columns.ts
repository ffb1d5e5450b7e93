import type { Columns } from "../columns";
import { disciplines } from "../discipline";
import { reviewCycles } from "../permits/permit";
import { correctionKinds, correctionStatuses, newReasons } from "./correction";

export const correctionColumns = {
  id: { kind: "id" },
  number: { kind: "text", isComputed: true, csv: "Number", heading: "Number" },
  discipline: { kind: "option", of: disciplines, csv: "Discipline" },
  kind: { kind: "option", of: correctionKinds, csv: "Kind" },
  sheet: { kind: "text", isNullable: true, csv: "Sheet", heading: "Sheet" },
  codeReference: { kind: "text", isNullable: true, csv: "Code reference", heading: "Code" },
  text: { kind: "text", csv: "Correction", heading: "Correction" },
  status: { kind: "option", of: correctionStatuses, csv: "Status", heading: "Status" },
  reviewCycle: { kind: "option", of: reviewCycles, csv: "Written in", heading: "Written in" },
  newReason: { kind: "option", of: newReasons, isNullable: true, csv: "Reason" },
  letterId: { kind: "other", isComputed: true },
  answer: { kind: "other", isComputed: true },
  backChecks: { kind: "other", isComputed: true },
  remarks: { kind: "text", isComputed: true, api: false, csv: "Back-checks" },
  authorName: { kind: "text", api: false, csv: "Author" },
  lastEditor: { kind: "text", isNullable: true, isComputed: true, api: false, csv: "Last edited by" },
  updatedAt: { kind: "moment" },
} as const satisfies Columns;
