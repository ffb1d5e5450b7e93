import { Link } from "react-router";
import { type ManyFormData, type RefusedRow, type TickedRow, tickOf } from "~/models/many";
import type { FormResult } from "~/platform/forms/form.server";
import type { Undo } from "~/platform/http/toast.server";
import { Card } from "./card";
import { DateField, FieldErrors, SelectField } from "./fields";
import { controlProps } from "./form-field";
import { useFormResult } from "./form-result";
import { PageHeader } from "./page-header";
import { PostForm, SubmitButton, usePostForm } from "./post-form";
import { UndoForm } from "./undo-form";

type ManyResult = FormResult<RefusedRow[]> & { many?: ManyFormData; undo?: Undo };

/** The page of ticked rows: what their change asks for, and the rows that refused it. */
export function ManyForm({ id }: { id?: string }) {
  const { many, undo } = useFormResult<ManyResult>() ?? {};
  if (!many) return null;
  return (
    <>
      <PageHeader
        back={{ to: many.back, label: `Back to ${many.nouns}` }}
        title={many.title}
        actions={undo && <UndoForm undo={undo} name={undo.name} />}
      />
      <TickedForm many={many} id={id} />
    </>
  );
}

export function TickedForm({ many, id }: { many: ManyFormData; id?: string }) {
  const [form, fields] = usePostForm<"ticked" | "day" | "choice", ManyResult>("rows");
  const { submit, change, failure, nouns, back, rows, asks, label, hint, choices = [] } = many;
  const field = { label, hint, className: "max-w-120", required: true };
  return (
    <Card title={`Ticked ${nouns}`} id={id}>
      <PostForm form={form} action=".?many" failure={failure} commandVerb={submit} className="stack">
        <input type="hidden" name="change" value={change} />
        <input type="hidden" name="to" value={back} />
        <input type="hidden" name="asked" value="on" />
        {asks === "day" && <DateField field={fields.day} {...field} />}
        {asks === "choice" && (
          <SelectField field={fields.choice} placeholder="Choose one" options={choices} {...field} />
        )}
        <TickedRows id={fields.ticked.id} rows={rows} refused={form.formResult?.current ?? []} />
        <div className="actions">
          {rows[0] && <SubmitButton tone="primary">{submit}</SubmitButton>}
          {/* Without a row, it is what the error summary links to. */}
          <Link id={rows[0] ? undefined : fields.ticked.id} to={back}>
            Cancel
          </Link>
        </div>
      </PostForm>
    </Card>
  );
}

type TickedRowsProps = { id: string; rows: TickedRow[]; refused: RefusedRow[] };

/** The error summary links to the first. */
const TickedRows = ({ id, rows, refused }: TickedRowsProps) => (
  <ul className="ticked-rows">
    {rows.map((row, index) => {
      const errors = refused.filter((one) => one.id === row.id).map(({ reason }) => reason);
      const field = { id: index === 0 ? id : `${id}-${row.id}`, name: "ticked", errors };
      return (
        <li key={tickOf(row)}>
          <label className="check">
            <input type="checkbox" {...controlProps(field, {})} value={tickOf(row)} defaultChecked />
            <span>
              <b>{row.name}</b> <span className="small">{row.detail}</span>
            </span>
          </label>
          <FieldErrors field={field} />
        </li>
      );
    })}
  </ul>
);
