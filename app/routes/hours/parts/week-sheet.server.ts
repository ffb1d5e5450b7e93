import { pageQuery } from "~/models/address";
import { failures } from "~/models/failures";
import { WeekSheetSchema } from "~/models/hours/time-entry.schema.server";
import { readWeekSheet, saveWeekSheet } from "~/models/hours/week-sheet.server";
import { pluralize } from "~/models/pluralize";
import type { Viewer } from "~/models/policy";
import { refusalAtField } from "~/models/refusal";
import { wholeNumber } from "~/models/whole-number";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { newIdempotencyKey } from "~/platform/secret.server";

export type WeekData = Awaited<ReturnType<typeof loadWeekSheet>>;

export const loadWeekSheet = async (viewer: Viewer, employeeId: number, { searchParams }: URL) => ({
  ...(await readWeekSheet(viewer, employeeId, searchParams.get("week"))),
  idempotencyKey: newIdempotencyKey(),
});

export function submitWeekSheet(request: Request, viewer: Viewer, url: URL) {
  return submit(request, WeekSheetSchema, { failure: failures.logTimeEntry }, async (sheet) => {
    const { hours = {}, versions = {}, formKey } = sheet;
    const employeeId = wholeNumber(url.searchParams.get("employeeId")) ?? viewer.employeeId;
    if (employeeId === null) throw refusalAtField("", "Choose a plan reviewer");
    const keys = new Set([...Object.keys(hours), ...Object.keys(versions)]);
    const cells = [...keys].map((key) => ({ key, hours: hours[key], version: versions[key] }));
    const saved = await saveWeekSheet(viewer, employeeId, cells, formKey);
    return redirectWithSuccess(
      `/hours${pageQuery(url.search)}`,
      saved === 0 ? "No hours were changed" : `${pluralize(saved, "change", "changes")} saved`,
    );
  });
}
