import type { FormResult } from "~/form.server";
import type { CorrectionDialogData } from "~/pages/plan-review/correction-dialogs.server";

/** The data of one of the dialogs for corrections, and the result of its refused form. */
export type CorrectionDialogProps<Name extends CorrectionDialogData["name"]> = {
  dialog: Extract<CorrectionDialogData, { name: Name }>;
  formResult?: FormResult;
};
