import { type Columns, formValuesOf, labelsOf } from "~/models/columns";
import { failures } from "~/models/failures";
import { maxSheetNumberLength } from "~/models/sheets/sheet-number";
import { Card } from "~/ui/card";
import { EditConflict } from "~/ui/edit-conflict";
import { CheckField, TextField } from "~/ui/fields";
import { PostForm, SubmitButton, usePostForm } from "~/ui/post-form";
import type { SheetData } from "./load-sheet.server";

const columns = {
  number: { kind: "text", label: "Number" },
  title: { kind: "text", label: "Title" },
  isWithdrawn: { kind: "flag", label: "Withdrawn: no longer part of the plans" },
} as const satisfies Columns;
const labels = labelsOf(columns);

export function SheetEditForm({ data: { sheet, base, mayTakeBack } }: { data: SheetData }) {
  const values = formValuesOf(columns, sheet);
  const [form, fields] = usePostForm<keyof typeof labels>("edit-sheet", { sentTo: "edit", values });
  return (
    <Card title="Change this sheet" id="edit">
      <PostForm
        key={sheet.updatedAt}
        action={`${base}/${sheet.id}?edit`}
        form={form}
        labels={labels}
        failure={failures.updateSheet}
        version={sheet.updatedAt}
        className="stack"
      >
        <EditConflict columns={columns} />
        <TextField
          field={fields.number}
          hint={`As on the sheet, such as A-101. At most ${maxSheetNumberLength} characters.`}
          required={false}
        />
        <TextField field={fields.title} required={false} />
        {mayTakeBack && <CheckField field={fields.isWithdrawn} required={false} />}
        {!mayTakeBack && sheet.isWithdrawn && <input type="hidden" name="isWithdrawn" value="on" />}
        <div className="actions">
          <SubmitButton>Save sheet</SubmitButton>
        </div>
      </PostForm>
    </Card>
  );
}
