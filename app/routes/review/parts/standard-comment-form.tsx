import type { ComponentProps } from "react";
import { newReasonOptions } from "~/models/corrections/correction";
import type { Discipline } from "~/models/discipline";
import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import { EmptyState } from "~/ui/card";
import { errorsIn } from "~/ui/error-summary";
import { SelectField } from "~/ui/fields";
import { ResultCount } from "~/ui/filter-form";
import { fieldOf } from "~/ui/form-field";
import { useFormResult } from "~/ui/form-result";
import { DialogActions, PostForm } from "~/ui/post-form";
import { LibrarySearch } from "./library-search";
import { ChoiceList } from "./standard-comment-choices";

type Library = ComponentProps<typeof ChoiceList> & {
  discipline: Discipline;
  q: string;
  code: string;
  needsReason: boolean;
  closeTo: string;
  idempotencyKey: string;
};

export function ChoiceForm({ library }: { library: Library }) {
  const { offered } = library;
  const formResult = useFormResult();
  const { error, initialValue } = formResult?.submission ?? {};
  const sought = {
    q: String(initialValue?.q ?? library.q),
    code: String(initialValue?.code ?? library.code),
  };
  const newReason = initialValue?.newReason ?? library.chosen.newReason;
  return (
    <PostForm
      failure={failures.saveCorrection}
      formResult={formResult}
      errors={errorsIn(formResult)}
      idempotencyKey={library.idempotencyKey}
      className="stack"
      preventScrollReset
    >
      <input type="hidden" name="discipline" value={library.discipline} />
      {/* The first button is the one that the Enter key presses. */}
      <LibrarySearch {...sought} takesFocus={!formResult} />
      <p className="sr-only">
        <ResultCount>{pluralize(offered.length, "standard comment", "standard comments")}</ResultCount>
      </p>
      {offered.length > 0 ? <ChoiceList {...library} /> : <EmptyState title="No standard comment matches" />}
      {(library.needsReason || error?.newReason) && (
        <SelectField
          field={fieldOf("newReason", formResult, newReason)}
          label="Why are they new?"
          hint="Required for corrections."
          options={newReasonOptions}
          placeholder="Select a reason"
        />
      )}
      {offered.length > 0 && <DialogActions closeTo={library.closeTo}>Add chosen corrections</DialogActions>}
    </PostForm>
  );
}
