import { numberOf } from "~/models/corrections/correction";
import { failures } from "~/models/failures";
import { removePlace } from "~/models/markups/place.server";
import { RemoveMarkSchema, RemovePlaceSchema } from "~/models/markups/placing.schema.server";
import { removePrivateMark } from "~/models/markups/private-mark.server";
import { pluralize } from "~/models/pluralize";
import { changePlanSetKind, changeSheet } from "~/models/sheets/change-sheet.server";
import { confirmSheets } from "~/models/sheets/confirm-sheets.server";
import { ConfirmSheetsSchema, PlanSetKindSchema, SheetEditSchema } from "~/models/sheets/sheet.schema.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess, redirectWithUndo } from "~/platform/http/toast.server";
import { sheetOf } from "../../permits/parts/permit-dialog.server";
import type { OpenedSheets } from "./open-sheets.server";

type SentForm = {
  request: Request;
  params: { id: string; sheetId?: string };
  /** Reads the permit, in the viewer's scope, once the form is one of the page's. */
  open: () => Promise<OpenedSheets>;
};

export async function confirmForm({ request, open }: SentForm) {
  const { viewer, permit, base } = await open();
  return submit(request, ConfirmSheetsSchema, { failure: failures.confirmSheets }, async (answers) => {
    const { left, sheets } = await confirmSheets(viewer, permit.id, answers);
    if (left > 0) {
      const message = `Saved. ${pluralize(left, "question is", "questions are")} left`;
      return redirectWithSuccess(`${base}#confirm`, message);
    }
    const list = `${answers.reviewCycle}: ${pluralize(sheets, "sheet", "sheets")}`;
    return redirectWithSuccess(base, `Sheet list confirmed. ${list}`);
  });
}

export async function kindForm({ request, open }: SentForm) {
  const { viewer, permit, base } = await open();
  return submit(
    request,
    PlanSetKindSchema,
    { failure: failures.updateSheet },
    async ({ planSetId, kind }) => {
      await changePlanSetKind(viewer, permit.id, planSetId, kind);
      return redirectWithSuccess(`${base}#files`, "File changed");
    },
  );
}

export async function sheetForm({ request, params, open }: SentForm) {
  const { viewer, permit, base } = await open();
  const sheet = await sheetOf(viewer, permit.id, params.sheetId);
  return submit(
    request,
    SheetEditSchema,
    { failure: failures.updateSheet },
    async ({ updatedAt, ...changes }) => {
      await changeSheet(viewer, sheet.id, changes, updatedAt);
      return redirectWithSuccess(`${base}/${sheet.id}`, "Sheet changed");
    },
  );
}

export async function removePlaceForm({ request, params, open }: SentForm) {
  const { viewer, permit, base } = await open();
  const sheet = await sheetOf(viewer, permit.id, params.sheetId);
  const options = { failure: failures.saveCorrection };
  return submit(request, RemovePlaceSchema, options, async ({ placeId, updatedAt }) => {
    const correction = await removePlace(viewer, placeId, {
      permitId: permit.id,
      expectedVersion: updatedAt,
    });
    const undo = { viewer, kind: "place", id: sheet.id } as const;
    const text = `Place of ${numberOf(correction)} removed`;
    return redirectWithUndo(`${base}/${sheet.id}#correction-${correction.id}`, text, undo);
  });
}

export async function removeMarkForm({ request, params, open }: SentForm) {
  const { viewer, permit, base } = await open();
  const sheet = await sheetOf(viewer, permit.id, params.sheetId);
  return submit(request, RemoveMarkSchema, { failure: failures.updateSheet }, async ({ markId }) => {
    await removePrivateMark(viewer, markId);
    const undo = { viewer, kind: "place", id: sheet.id } as const;
    return redirectWithUndo(`${base}/${sheet.id}#private-marks`, "Private mark removed", undo);
  });
}
