import { getZodConstraint } from "@conform-to/zod/v4";
import { CorrectionSchema } from "~/models/corrections/correction.schema.server";
import { nameOfSheet } from "~/models/sheets/sheet";
import { pick } from "~/models/shown-fields";
import { lastUsedStandardComments } from "~/models/standard-comments/last-used.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { sheetOf } from "../../permits/parts/permit-dialog.server";
import { offeredTo, readReview } from "../../review/parts/read-review.server";
import { boardOf, loadMarkups } from "./load-board.server";
import { mayScale, type OpenedSheets } from "./open-sheets.server";

type Opened = { request: Request; url: URL };

export type PlacingData = Awaited<ReturnType<typeof loadPlacing>>;

/** What is needed to write on a sheet: the sheet, what is drawn on it, and what a correction can be. */
export async function loadPlacing(opened: OpenedSheets, sheetId: string, { request, url }: Opened) {
  const { viewer, permit } = opened;
  const sheet = await sheetOf(viewer, permit.id, sheetId);
  const review = await readReview(viewer, permit.id, { request, url });
  const { discipline, ...offered } = offeredTo(review, url.searchParams.get("discipline"));
  const drawn = await loadMarkups(opened, sheet);
  return {
    permit: pick(permit, "id", "urban37PermitNumber", "revisionNumber", "cityPermitNumber"),
    ...boardOf(opened, sheet, drawn, url),
    ...offered,
    mayScale: await mayScale(opened, request),
    lastUsed: await lastUsedStandardComments(viewer, permit, offered.disciplines),
    values: { discipline, kind: "correction", sheet: nameOfSheet(sheet) },
    constraint: getZodConstraint(CorrectionSchema.omit({ formKey: true })),
    /** Another one for each new form, which is empty then. */
    newest: Math.max(0, ...drawn.corrections.map(({ id }) => id)),
    idempotencyKey: newIdempotencyKey(),
  };
}
