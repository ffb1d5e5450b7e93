import type { FormResult } from "~/form.server";
import { failures } from "~/models/failures";
import type { NextCycle } from "~/pages/permits/permit-detail.server";
import { CheckGroup } from "../check-group";
import { Dialog, DialogActions } from "../dialog";
import { PostForm } from "../post-form";

type NextCycleDialogProps = { nextCycle: NextCycle; closeTo: string; formResult?: FormResult };

export function NextCycleDialog({
  nextCycle: { cycle, disciplines, usesCorrections },
  closeTo,
  formResult,
}: NextCycleDialogProps) {
  const checked = disciplines.filter(({ isChecked }) => isChecked).map(({ discipline }) => discipline);
  return (
    <Dialog title="Start next review cycle" closeTo={closeTo}>
      <PostForm formResult={formResult} failure={failures.startNextCycle} className="stack">
        <input type="hidden" name="cycle" value={cycle} />
        <p>
          The permit moves to <strong>{cycle}</strong>. Existing assignments and files remain visible.
        </p>
        {disciplines.length > 0 && (
          <CheckGroup
            field={{ id: "cycle-disciplines", name: "disciplines", initialValue: checked }}
            legend="Assign again"
            hint={`The reviewers stay the same. Disciplines that are not completed${usesCorrections ? " or have open corrections" : ""} are selected.`}
            options={disciplines.map(({ discipline, employeeName }) => ({
              value: discipline,
              label: `${discipline} · ${employeeName}`,
            }))}
          />
        )}
        <DialogActions busyLabel="Starting..." closeTo={closeTo}>
          Start {cycle}
        </DialogActions>
      </PostForm>
    </Dialog>
  );
}
