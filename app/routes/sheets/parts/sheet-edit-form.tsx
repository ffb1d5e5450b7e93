import { failures } from "~/models/failures";
import { maxSheetNumberLength } from "~/models/sheets/sheet-number";
import { Card } from "~/ui/card";
import { EditConflict } from "~/ui/edit-conflict";
import { CheckField, TextField } from "~/ui/fields";
import { PostForm, SubmitButton, usePostForm } from "~/ui/post-form";
import type { SheetData } from "./load-sheet.server";

const labels = { number: "Number", title: "Title", isWithdrawn: "Withdrawn: no longer part of the plans" };

export function SheetEditForm({ data: { sheet, base, mayTakeBack } }: { data: SheetData }) {
  const { number, title, isWithdrawn } = sheet;
  const values = { number: number ?? undefined, title: title ?? undefined, isWithdrawn };
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
        <EditConflict labels={labels} />
        <TextField
          field={fields.number}
          hint={`As on the sheet, such as A-101. At most ${maxSheetNumberLength} characters.`}
          required={false}
        />
        <TextField field={fields.title} required={false} />
        {mayTakeBack && <CheckField field={fields.isWithdrawn} required={false} />}
        {!mayTakeBack && isWithdrawn && <input type="hidden" name="isWithdrawn" value="on" />}
        <div className="actions">
          <SubmitButton>Save sheet</SubmitButton>
        </div>
      </PostForm>
    </Card>
  );
}
