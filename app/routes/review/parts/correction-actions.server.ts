import { redirect } from "react-router";
import { dialogDiscipline, idIn, keptParameters, pageAddress } from "~/models/address";
import type { Discipline } from "~/models/discipline";
import { failures } from "~/models/failures";
import { readPermit } from "~/models/permits/permit-scope.server";
import { type LibraryChoice, numberOf } from "~/models/plan-review/correction";
import {
  ChosenStandardCommentsSchema,
  CorrectionEditSchema,
  CorrectionSchema,
  DecisionSchema,
  DeleteCorrectionSchema,
} from "~/models/plan-review/correction.schema.server";
import {
  addCorrection,
  addStandardCorrections,
  deleteCorrection,
  updateCorrection,
} from "~/models/plan-review/correction.server";
import { decisionTakenBackMessage } from "~/models/plan-review/correction-context.server";
import { findDeleted } from "~/models/plan-review/correction-list.server";
import { readCorrectionStates } from "~/models/plan-review/correction-state.server";
import { decisionLabel } from "~/models/plan-review/decision";
import { decide } from "~/models/plan-review/decision.server";
import { formatHours, toQuarterHours } from "~/models/plan-review/time-entry";
import { pluralize } from "~/models/pluralize";
import type { Viewer } from "~/models/policy";
import { Refusal, ReusedKey } from "~/models/refusal";
import { formReturningTo, type RowRequest } from "~/page-forms.server";
import { redirectWithSuccess } from "~/toast.server";
import { keepNotesIfReassigned, keepTextIfReassigned } from "./reassigned-while-writing.server";

type Shown = { discipline: Discipline };
type Changes = Parameters<typeof pageAddress>[2];

function addressWith(url: URL, { discipline }: Shown, changes?: Changes): string {
  const filter = url.searchParams.get("discipline") === discipline ? discipline : null;
  return pageAddress(url, keptParameters.corrections, { ...changes, discipline: filter });
}

export const toCorrections = (url: URL, description: string, shown: Shown) =>
  redirectWithSuccess(`${addressWith(url, shown)}#corrections`, description);

/** The page has it then, however many others are before it. */
export const toCorrection = (url: URL, description: string, correction: Shown & { id: number }) =>
  redirectWithSuccess(
    `${addressWith(url, correction, { correction: correction.id })}#correction-${correction.id}`,
    description,
  );

type Changed = { discipline: Discipline; isDecisionTakenBack: boolean };

export const toastOf = (text: string, { discipline, isDecisionTakenBack }: Changed): string =>
  isDecisionTakenBack ? `${text}. ${decisionTakenBackMessage(discipline)}` : text;

export const disciplineOf = (viewer: Viewer, permitId: number, correctionId: number) => async () => {
  const corrections = await readCorrectionStates(await readPermit(viewer, permitId));
  return corrections.find(({ id }) => id === correctionId)?.discipline;
};

/** As it was left to fill in a blank. */
const libraryAddress = (url: URL) => pageAddress(url, keptParameters.library, { dialog: "standard" });

/** Keeps what is chosen in the library. */
const fillInAddress = (url: URL, discipline: Discipline, standard: number, choice: LibraryChoice) =>
  pageAddress(url, keptParameters.library, {
    ...{ dialog: "correction", [dialogDiscipline]: discipline },
    ...{ standard, chosen: JSON.stringify(choice) },
  });

export const cardAddress = (url: URL) => `${pageAddress(url, keptParameters.corrections)}#corrections`;

export const correctionForm = formReturningTo<RowRequest>(({ url }) => cardAddress(url));

const addForm = correctionForm({
  schema: CorrectionSchema,
  failure: failures.saveCorrection,
  command: async ({ viewer, id, url }, { again, standard, ...fields }) => {
    const { discipline, sheet } = fields;
    const added = await keepTextIfReassigned(
      viewer,
      id,
      async () => discipline,
      () =>
        addCorrection(viewer, id, { ...fields, standardCommentId: standard }).catch((error) => {
          // Also if the standard comment was switched off while they were writing.
          const isSwitchedOff = error instanceof Refusal && error.fields?.standardCommentId;
          if (!isSwitchedOff && !(error instanceof ReusedKey)) throw error;
          return addCorrection(viewer, id, fields);
        }),
    );
    const toast = toastOf(`${numberOf(added)} added`, added);
    if (url.searchParams.has("chosen")) return redirectWithSuccess(libraryAddress(url), toast);
    if (!again) return toCorrection(url, toast, added);
    const next = { dialog: "correction", [dialogDiscipline]: discipline, sheet: sheet ?? null };
    return redirectWithSuccess(addressWith(url, added, next), toast);
  },
});

const deletedMeanwhile = ({ deletedBy, number }: { deletedBy: string; number: string }) =>
  new Refusal(
    409,
    `${deletedBy} deleted ${number} after you opened it. Your text is kept below: add it as new.`,
  );

const editForm = correctionForm({
  schema: CorrectionEditSchema,
  failure: failures.saveCorrection,
  command: async ({ viewer, id, url }, { updatedAt, next, formKey, ...changes }) => {
    const correctionId = idIn(url, "correctionId");
    const findDiscipline = disciplineOf(viewer, id, correctionId);
    const deleted = await findDeleted(viewer, await readPermit(viewer, id), correctionId);
    const discipline = next ? ((await findDiscipline()) ?? deleted?.discipline) : undefined;
    if (discipline) {
      const added = await keepTextIfReassigned(
        viewer,
        id,
        async () => discipline,
        () => addCorrection(viewer, id, { ...changes, discipline, formKey }),
      );
      return toCorrection(url, toastOf(`${numberOf(added)} added`, added), added);
    }
    if (deleted) throw deletedMeanwhile(deleted);
    const options = { permitId: id, expectedVersion: updatedAt };
    const saved = await keepTextIfReassigned(viewer, id, findDiscipline, () =>
      updateCorrection(viewer, correctionId, changes, options),
    );
    return toCorrection(url, toastOf(`${numberOf(saved)} saved`, saved), saved);
  },
});

export const correctionForms = {
  "dialog=correction": (sent: RowRequest) =>
    sent.url.searchParams.has("correctionId") ? editForm(sent) : addForm(sent),
  "dialog=delete-correction": correctionForm({
    schema: DeleteCorrectionSchema,
    failure: failures.saveCorrection,
    command: async ({ viewer, id, url }, { updatedAt }) => {
      const options = { permitId: id, expectedVersion: updatedAt };
      const deleted = await deleteCorrection(viewer, idIn(url, "correctionId"), options);
      return toCorrections(url, toastOf(`${numberOf(deleted)} deleted`, deleted), deleted);
    },
  }),
  "dialog=standard": correctionForm({
    schema: ChosenStandardCommentsSchema,
    failure: failures.saveCorrection,
    command: async ({ viewer, id, url }, fields) => {
      const { discipline, standardIds: ids, places = {}, newReason, fillIn } = fields;
      if (fillIn) return redirect(fillInAddress(url, discipline, fillIn, { ids, places, newReason }));
      const { added, isDecisionTakenBack } = await addStandardCorrections(viewer, id, fields);
      const text = `${pluralize(added.length, "correction", "corrections")} added`;
      return toCorrections(url, toastOf(text, { discipline, isDecisionTakenBack }), { discipline });
    },
  }),
  "dialog=decide": correctionForm({
    schema: DecisionSchema,
    failure: failures.decide,
    command: async ({ viewer, id, url }, { seen, hoursWorked, formKey, ...fields }) => {
      const assignmentId = idIn(url, "assignmentId");
      const options = { permitId: id, expectedVersion: seen };
      const time = hoursWorked === undefined ? undefined : { hoursWorked, formKey };
      const { discipline, decision } = await keepNotesIfReassigned(viewer, id, assignmentId, () =>
        decide(viewer, assignmentId, fields, { ...options, time }),
      );
      const { approvalWording } = (await readPermit(viewer, id)).city;
      const label = decisionLabel(decision ?? fields.decision, approvalWording);
      const hours = hoursWorked === undefined ? "" : `, ${formatHours(toQuarterHours(hoursWorked))} logged`;
      return toCorrections(url, `${discipline}: ${label}${hours}`, { discipline });
    },
  }),
};
