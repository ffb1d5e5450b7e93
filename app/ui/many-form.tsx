import type { ReactNode } from "react";
import { Link } from "react-router";
import { type RefusedRow, type TickedRow, tickOf } from "~/models/many";
import type { Option } from "~/models/options";
import type { FormResult } from "~/platform/forms/form.server";
import { Card } from "./card";
import type { FormField } from "./form-field";
import { CircleAlert } from "./icons";
import { PageHeader } from "./page-header";
import { PostForm, SubmitButton, usePostForm } from "./post-form";

type ManyResult = FormResult<RefusedRow[]> & { rows?: TickedRow[]; choices?: Option[] };

const unknownChange = { title: "Change ticked rows", submit: "Change", field: undefined };

type ManyFormProps<Field extends string> = {
  nouns: string;
  /** The list that they are ticked in. */
  list: string;
  failure: string;
  /** The title and button of each change, and the field that it asks for. */
  changes: Record<
    string,
    {
      title: string;
      submit: string;
      field?: (fields: Record<Field, FormField>, choices: Option[]) => ReactNode;
    }
  >;
};

/** The page of ticked rows: what a change asks for, and the rows that refused it. */
export function ManyForm<Field extends string>({ nouns, list, failure, changes }: ManyFormProps<Field>) {
  const [form, fields] = usePostForm<Field | "ticked", ManyResult>("many");
  const { rows = [], choices = [], current, submission } = form.formResult ?? {};
  const { change: name, to } = (submission?.initialValue ?? {}) as Record<string, string | undefined>;
  const change = changes[name ?? ""] ?? unknownChange;
  const refused = current ?? [];
  const gone = refused.filter(({ id }) => !rows.some((row) => row.id === id));
  const back = { to: to?.startsWith("/") ? to : list, label: `Back to ${nouns}` };
  return (
    <>
      <PageHeader back={back} title={change.title} />
      <Card title={`Ticked ${nouns}`}>
        <PostForm
          form={form}
          action=".?many"
          failure={failure}
          labels={{ ticked: `Ticked ${nouns}` }}
          className="stack"
        >
          <input type="hidden" name="change" value={name} />
          <input type="hidden" name="to" value={back.to} />
          <input type="hidden" name="asked" value="on" />
          {change.field?.(fields, choices)}
          <TickedRows field={fields.ticked} rows={rows} refused={refused} legend={`Ticked ${nouns}`} />
          {gone.length > 0 && (
            <p className="small">
              {gone.length === 1 ? "One of them" : `${gone.length} of them`} can no longer be found.
            </p>
          )}
          <div className="actions">
            {rows.length > 0 && <SubmitButton tone="primary">{change.submit}</SubmitButton>}
            <Link to={back.to}>{rows.length > 0 ? "Cancel" : back.label}</Link>
          </div>
        </PostForm>
      </Card>
    </>
  );
}

type TickedRowsProps = { field: FormField; rows: TickedRow[]; refused: RefusedRow[]; legend: string };

function TickedRows({ field, rows, refused, legend }: TickedRowsProps) {
  const reasonOf = (row: TickedRow) => refused.find(({ id }) => id === row.id)?.reason;
  return (
    <fieldset className="field">
      <legend className="sr-only">{legend}</legend>
      <ul className="ticked-rows">
        {rows.map((row, index) => {
          const reason = reasonOf(row);
          const id = index === 0 ? field.id : `${field.id}-${row.id}`;
          return (
            <li key={tickOf(row)}>
              <label className="check">
                <input
                  type="checkbox"
                  name="ticked"
                  id={id}
                  value={tickOf(row)}
                  defaultChecked
                  aria-describedby={reason && `${id}-reason`}
                />
                <span>
                  <b>{row.name}</b> <span className="small">{row.detail}</span>
                </span>
              </label>
              {reason && (
                <p className="error" id={`${id}-reason`}>
                  <CircleAlert />
                  <span>{reason}</span>
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
