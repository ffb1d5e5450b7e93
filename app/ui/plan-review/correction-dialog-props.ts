import type { FormResult } from "~/form.server";
import type { CorrectionDialogData } from "~/pages/plan-review/correction-dialogs.server";

export type CorrectionDialogProps<Name extends CorrectionDialogData["name"]> = {
  dialog: Extract<CorrectionDialogData, { name: Name }>;
  formResult?: FormResult;
};
