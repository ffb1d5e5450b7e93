import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { useActionData } from "react-router";
import type { FormResult } from "~/platform/forms/form.server";
import { idOfName } from "./form-field";
import { CircleAlert } from "./icons";

type FieldError = { id: string; label?: string; message: string };

export type ErrorSummaryProps = {
  form?: { id: string; allErrors: Record<string, string[]> };
  /** The labels of the form's fields by name, for messages without the name of their field. */
  labels?: Record<string, string>;
  errors?: FieldError[];
  /** Errors found in the browser, by field. They are shown only if there are other errors too. */
  browserErrors?: Record<string, string[]>;
  title?: string;
  takesFocus?: boolean;
};

export function ErrorSummary({
  form,
  labels,
  errors = form ? errorsOf(form, labels) : [],
  browserErrors = {},
  title = "There is a problem",
  takesFocus = true,
}: ErrorSummaryProps) {
  if (errors.length === 0) return null;
  const all = form ? [...errors, ...errorsOf({ id: form.id, allErrors: browserErrors }, labels)] : errors;
  return (
    <SummaryBox title={title} text={errors.map(({ message }) => message).join()} takesFocus={takesFocus}>
      <ul>
        {all.map((error) => (
          <li key={`${error.id} ${error.message}`}>
            <Problem {...error} />
          </li>
        ))}
      </ul>
    </SummaryBox>
  );
}

type SummaryBoxProps = {
  title: string;
  text: string;
  takesFocus?: boolean;
  children: ReactNode;
};

function SummaryBox({ title, text, takesFocus = true, children }: SummaryBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const formResult = useActionData();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each refused POST moves the focus here again
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [formResult, text, takesFocus]);

  return (
    // biome-ignore lint/a11y/noAutofocus: without scripts, nothing else moves the focus here
    <div ref={box} className="error-summary" role="alert" tabIndex={-1} autoFocus={takesFocus}>
      <CircleAlert />
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </div>
  );
}

type FormQuestionsProps = { formResult: FormResult; verb?: string; takesFocus?: boolean };

export function FormQuestions({ formResult, verb = "Save", takesFocus }: FormQuestionsProps) {
  const { questions = [] } = formResult;
  if (questions.length === 0) return null;
  return (
    <SummaryBox
      title="Is this right?"
      text={questions.map(({ text }) => text).join()}
      takesFocus={takesFocus}
    >
      <div className="stack">
        <p>Change it below, or tick it and send the form again.</p>
        {questions.map(({ text, isConfirmed }) => (
          <label key={text} className="check">
            <input type="checkbox" name="confirmed" value={text} defaultChecked={isConfirmed} />
            <span>
              {verb} anyway: {text}
            </span>
          </label>
        ))}
      </div>
    </SummaryBox>
  );
}

function Problem({ id, label, message }: FieldError) {
  const hasLabel = label && message.toLowerCase().includes(label.toLowerCase());
  const text = label && !hasLabel ? `${label}: ${message}` : message;
  if (!id) return text;
  return (
    <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
      {text}
    </a>
  );
}

function focusField(event: MouseEvent, id: string) {
  const field = document.getElementById(id);
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/** Returns the errors of a refused form whose fields do not use conform. */
export function errorsIn(formResult?: FormResult): FieldError[] {
  return Object.entries(formResult?.submission.error ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({ id: idOfName(name), message })),
  );
}

function errorsOf(
  form: NonNullable<ErrorSummaryProps["form"]>,
  labels: Record<string, string> = {},
): FieldError[] {
  return Object.entries(form.allErrors).flatMap(([name, messages]) =>
    messages.map((message) => ({ id: name && `${form.id}-${name}`, label: labels[name], message })),
  );
}
