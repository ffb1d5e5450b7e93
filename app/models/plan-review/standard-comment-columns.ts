import type { Columns } from "../columns";
import { disciplines } from "../discipline";
import { correctionKinds } from "./correction";

export const standardCommentColumns = {
  id: { kind: "id" },
  discipline: { kind: "option", of: disciplines, csv: "discipline", heading: "Discipline" },
  cityId: { kind: "id", isNullable: true },
  kind: { kind: "option", of: correctionKinds, csv: "kind" },
  title: { kind: "text", csv: "title", heading: "Title" },
  codeReference: { kind: "text", isNullable: true, csv: "codeReference", heading: "Code" },
  text: { kind: "text", csv: "text" },
  cityCode: { kind: "text", isNullable: true, isComputed: true, api: false, csv: "city code" },
  cityName: { kind: "text", isNullable: true, isComputed: true, heading: "City" },
  uses: { kind: "count", heading: "Used", align: "end" },
  isActive: { kind: "flag", csv: "active", heading: "Active" },
  updatedAt: { kind: "moment" },
} as const satisfies Columns;
