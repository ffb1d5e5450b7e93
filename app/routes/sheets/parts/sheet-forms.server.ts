import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import { changePlanSetKind, changeSheet } from "~/models/sheets/change-sheet.server";
import { confirmSheets } from "~/models/sheets/confirm-sheets.server";
import { ConfirmSheetsSchema, PlanSetKindSchema, SheetEditSchema } from "~/models/sheets/sheet.schema.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import type { OpenedSheets } from "./open-sheets.server";

export const confirmForm = ({ request, ...opened }: OpenedSheets & { request: Request }) =>
  submit(request, ConfirmSheetsSchema, { failure: failures.confirmSheets }, async (answers) => {
    const { left, sheets } = await confirmSheets(opened.viewer, opened.permit.id, answers);
    const list = `${answers.reviewCycle}: ${pluralize(sheets, "sheet", "sheets")}`;
    return left === 0
      ? redirectWithSuccess(opened.base, `Sheet list confirmed. ${list}`)
      : redirectWithSuccess(
          `${opened.base}#confirm`,
          `Saved. ${pluralize(left, "question is", "questions are")} left`,
        );
  });

export const kindForm = ({ request, ...opened }: OpenedSheets & { request: Request }) =>
  submit(request, PlanSetKindSchema, { failure: failures.updateSheet }, async ({ planSetId, kind }) => {
    await changePlanSetKind(opened.viewer, opened.permit.id, planSetId, kind);
    return redirectWithSuccess(`${opened.base}#files`, "File changed");
  });

export const sheetForm = (sheetId: number, { request, base, viewer }: OpenedSheets & { request: Request }) =>
  submit(request, SheetEditSchema, { failure: failures.updateSheet }, async ({ updatedAt, ...changes }) => {
    await changeSheet(viewer, sheetId, changes, updatedAt);
    return redirectWithSuccess(`${base}/${sheetId}`, "Sheet changed");
  });
