import {
  PastedCorrectionsSchema,
  PastedTextSchema,
  problemsOfRows,
} from "~/models/corrections/correction.schema.server";
import { addPastedCorrections } from "~/models/corrections/correction.server";
import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import { NoFields, processForm, refuseOtherMethods } from "~/platform/forms/form.server";
import type { RowRequest } from "~/platform/forms/page-forms.server";
import { readForm } from "~/platform/http/request-body.server";
import { toastOf, toCorrections } from "./after-correction.server";
import { readPastedRows } from "./pasted-rows.server";
import { keepTextIfReassigned } from "./reassigned-while-writing.server";

/** First reads the text into rows to check, and then adds these. */
export async function submitPasted({ request, viewer, id, url }: RowRequest) {
  refuseOtherMethods(request);
  const options = { failure: failures.saveCorrection };
  const read = await readForm(request).catch((error: unknown) => ({ error }));
  // The page still has what is too large to be read.
  if ("error" in read)
    return processForm(request, new FormData(), NoFields, options, () => Promise.reject(read.error));
  const { form } = read;
  if (form.has("read") || !form.has("rows[0].text")) {
    return processForm(request, form, PastedTextSchema, options, async (fields) => {
      const rows = readPastedRows(fields.pasted).map((row) => ({ ...row, kind: fields.kind }));
      return { initialValue: { ...fields, rows }, error: problemsOfRows(rows) };
    });
  }
  return processForm(request, form, PastedCorrectionsSchema, options, async (fields) => {
    const { discipline } = fields;
    const { added, isDecisionTakenBack } = await keepTextIfReassigned(viewer, id, discipline, () =>
      addPastedCorrections(viewer, id, fields),
    );
    const text = `${pluralize(added.length, "correction", "corrections")} added`;
    return toCorrections(url, toastOf(text, { discipline, isDecisionTakenBack }), { discipline });
  });
}
