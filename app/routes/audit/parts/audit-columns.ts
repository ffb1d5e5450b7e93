import type { Columns } from "~/models/columns";

export const auditColumns = {
  id: { kind: "id" },
  time: { kind: "text", csv: "Time", heading: "Time" },
  at: { kind: "moment", csv: "Time (UTC)" },
  actorName: { kind: "text", csv: "Who", heading: "Who" },
  action: { kind: "text", csv: "What", heading: "What" },
  kind: { kind: "text", csv: "Kind" },
  subjectId: { kind: "number", isNullable: true, csv: "Number" },
  name: { kind: "text", csv: "About" },
  text: { kind: "text", csv: "Details" },
  changes: { kind: "text", csv: "Changes", heading: "Changes" },
} as const satisfies Columns;
