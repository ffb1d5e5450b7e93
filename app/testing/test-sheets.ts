import { now } from "~/models/clock.server";
import { storeBytes } from "~/models/files/plan-file-store.server";
import type { Drawn } from "~/models/markups/markup";
import type { ReviewCycle } from "~/models/permits/permit";
import { noFindings } from "~/models/sheets/plan-set";
import { markups, planFiles, planSets, sheets } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";

type PlanSetFields = {
  reviewCycle?: ReviewCycle;
  fileName?: string;
  kind?: "drawings" | "document";
  isConfirmed?: boolean;
  isSetAside?: boolean;
  bytes?: Buffer;
  uploadedById?: number;
};

let count = 0;

/** Adds a checked PDF to a permit, with a sheet for each number; null is a page whose number nobody knows. */
export async function addPlanSet(
  { id: permitId }: { id: number },
  numbers: (string | null)[],
  fields: PlanSetFields = {},
) {
  count += 1;
  const { reviewCycle = "PC1", fileName = `Set ${count}.pdf`, kind = "drawings" } = fields;
  const { isConfirmed = false, isSetAside = false, uploadedById = null } = fields;
  const stored = await storeBytes(fields.bytes ?? Buffer.from(`%PDF-1.7 set ${count}`));
  return write(async (tx) => {
    const [file] = await tx
      .insert(planFiles)
      .values({
        ...{ ...stored, permitId, reviewCycle, fileName, kind: "pdf", isSetAside },
        ...{ uploadedById, uploadedAt: now() },
      })
      .returning();
    const [set] = await tx
      .insert(planSets)
      .values({
        planFileId: file?.id ?? 0,
        ...{ permitId, reviewCycle, kind, state: "ready", findings: noFindings, updatedAt: now() },
        ...(isConfirmed && { confirmedAt: now(), confirmedByName: "Carl Clerk" }),
      })
      .returning();
    const rows = numbers.map((number, index) => ({
      ...{ planSetId: set?.id ?? 0, permitId, page: index + 1, number, width: 2592, height: 1728 },
      ...{ numberSource: number === null ? null : ("text" as const), updatedAt: now() },
    }));
    const added = rows.length === 0 ? [] : await tx.insert(sheets).values(rows).returning();
    const sheetIds = added.map(({ id }) => id);
    return { planFileId: file?.id ?? 0, planSetId: set?.id ?? 0, fileName, sheetIds };
  });
}

/** Adds a place of a correction to a sheet, a pin in its middle by default. */
export const placeOn = (sheetId: number, correctionId: number, drawn: Drawn = middlePin): Promise<unknown> =>
  write((tx) =>
    tx.insert(markups).values({
      ...{ sheetId, correctionId, reviewCycle: "PC1" },
      ...{ ...drawn, pointCount: drawn.points.length, updatedAt: now() },
    }),
  );

const middlePin: Drawn = { shape: "pin", points: [[0.5, 0.5]] };
