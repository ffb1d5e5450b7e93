import type { ComponentProps } from "react";
import { newReasonOptions } from "~/models/corrections/correction";
import type { Discipline } from "~/models/discipline";
import { failures } from "~/models/failures";
import { errorsIn } from "~/ui/error-summary";
import { SelectField } from "~/ui/fields";
import { fieldOf } from "~/ui/form-field";
import { useFormResult } from "~/ui/form-result";
import { DialogActions, PostForm, SubmitButton } from "~/ui/post-form";
import { ChoiceList } from "./standard-comment-choices";

type Library = ComponentProps<typeof ChoiceList> & {
  discipline: Discipline;
  needsReason: boolean;
  idempotencyKey: string;
};

export function ChoiceForm({ library }: { library: Library }) {
  const formResult = useFormResult();
  const { error, initialValue } = formResult?.submission ?? {};
  const newReason = initialValue?.newReason ?? library.chosen.newReason;
  return (
    <PostForm
      failure={failures.saveCorrection}
      formResult={formResult}
      errors={errorsIn(formResult)}
      idempotencyKey={library.idempotencyKey}
      className="stack"
    >
      {/* The first button is the one that the Enter key presses. */}
      <SubmitButton className="hidden" tabIndex={-1} aria-hidden="true">
        Add chosen corrections
      </SubmitButton>
      <input type="hidden" name="discipline" value={library.discipline} />
      <ChoiceList {...library} />
      {(library.needsReason || error?.newReason) && (
        <SelectField
          field={fieldOf("newReason", formResult, newReason)}
          label="Why are they new?"
          hint="Required for corrections."
          options={newReasonOptions}
          placeholder="Select a reason"
        />
      )}
      <DialogActions>Add chosen corrections</DialogActions>
    </PostForm>
  );
}
