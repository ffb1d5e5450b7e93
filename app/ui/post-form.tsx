import { type ComponentProps, createContext, type ReactNode, useContext, useRef, useState } from "react";
import { Form, type FormProps, Link, useFormAction, useRouteLoaderData } from "react-router";
import type { FormResult } from "~/platform/forms/form.server";
import type { loader } from "~/root";
import { Button } from "./button";
import { DialogContext, useClosing, useHydrating } from "./dialog";
import { ErrorSummary, type ErrorSummaryProps, FormQuestions } from "./error-summary";
import { LabelsContext } from "./fields";
import type { FormField } from "./form-field";
import { useFormResult, useLast } from "./form-result";
import { KeptText } from "./kept-text";
import { setFailureText, useNavigationUnlessLost } from "./lost-request";
import { useAddress } from "./page-address";
import { FailureToast } from "./toast";
import { leadsOn } from "./typed-entries";

export type PostFormProps = Omit<FormProps, "action" | "method" | "noValidate"> &
  Pick<ErrorSummaryProps, "labels" | "browserErrors" | "errors"> & {
    action?: string;
    /** The message for a failure without a more precise one (R16.12). */
    failure?: string;
    /** The form that `usePostForm` returns; its errors are listed above the fields. */
    form?: { id: string; allErrors: Record<string, string[]>; formResult?: FormResult; wasSent?: boolean };
    /** The result of a refused form; only needed without `usePostForm`. */
    formResult?: FormResult;
    idempotencyKey?: string;
    version?: string;
    versionName?: "updatedAt" | "seen";
    /** The parameter of the address that decides whether the page shows this form. */
    shownBy?: "before" | "reviewCycle";
    /** What the button of the form does, in the words of its questions. */
    commandVerb?: string;
    hasToast?: boolean;
    /** Whether it was opened with entries that are not saved. */
    isUnsaved?: boolean;
  };

/** A form that changes data, with its hidden fields, messages and busy state. */
export function PostForm({
  failure,
  form,
  formResult = form?.formResult,
  idempotencyKey,
  version,
  versionName = "updatedAt",
  labels = {},
  browserErrors,
  errors,
  shownBy,
  commandVerb,
  hasToast = true,
  isUnsaved,
  action,
  onSubmit,
  children,
  ...rest
}: PostFormProps) {
  const { formOwner: owner, frame } = useRouteLoaderData<typeof loader>("root") ?? {};
  const element = useRef<HTMLFormElement>(null);
  // What is saved in a dialog takes its place in the history.
  const isInDialog = useContext(DialogContext) !== null;
  const target = useFormAction(action);
  const sentTo = useActionAddress(target);
  // The page may reload its data, but the form keeps the key and the version that it was opened with.
  const [opened] = useState({ idempotencyKey, version });
  const { formMethod, formAction } = useNavigationUnlessLost();
  const [isSaving, setSaving] = useState(true);
  const send: typeof onSubmit = (event) => {
    const saves = !leadsOn((event.nativeEvent as SubmitEvent).submitter);
    setSaving(saves);
    setFailureText(saves ? failure : undefined);
    onSubmit?.(event);
  };
  return (
    <Form
      ref={element}
      id={form?.id}
      {...rest}
      method="post"
      noValidate
      action={sentTo}
      replace={isInDialog}
      data-shown-by={shownBy}
      data-refused={formResult || form?.wasSent ? "" : undefined}
      data-unsaved={isUnsaved ? "" : undefined}
      onSubmit={send}
    >
      {hasToast && <FailureToast formResult={formResult} />}
      {owner && <input type="hidden" {...owner} />}
      {frame && <KeptText form={element} viewer={frame.person.email} />}
      {opened.idempotencyKey && (
        <input type="hidden" name="formKey" value={keyOf(formResult) ?? opened.idempotencyKey} />
      )}
      {opened.version !== undefined && (
        <input
          type="hidden"
          name={versionName}
          value={expectedVersion(formResult, opened.version, versionName)}
        />
      )}
      <ErrorSummary form={form} labels={labels} browserErrors={browserErrors} errors={errors} />
      {formResult?.questions && <FormQuestions formResult={formResult} verb={commandVerb} />}
      <IsPosting value={isSaving && formMethod === "POST" && formAction === target}>
        <LabelsContext value={labels}>{children}</LabelsContext>
      </IsPosting>
    </Form>
  );
}

const IsPosting = createContext(false);

type SubmitButtonProps = ComponentProps<typeof Button>;

export function SubmitButton({ busy, busyLabel = "Saving...", disabled, ...button }: SubmitButtonProps) {
  const isPosting = useContext(IsPosting);
  const hasObstacle = Boolean(useContext(DialogContext)?.obstacle);
  return (
    <Button {...button} disabled={disabled || hasObstacle} busy={busy || isPosting} busyLabel={busyLabel} />
  );
}

const keyOf = (formResult?: FormResult) => formResult?.submission.initialValue?.formKey as string | undefined;

/** A refused form keeps the version that it was opened with; after an edit conflict, it has seen the saved one. */
export function expectedVersion(formResult?: FormResult, opened?: string, field = "seen") {
  const current = formResult?.current as string | { updatedAt?: string } | undefined;
  const saved = typeof current === "string" ? current : current?.updatedAt;
  return saved ?? (formResult?.submission.initialValue?.[field] as string | undefined) ?? opened;
}

/** Without scripts, it differs from the page's address: an error page of the browser would replace the form in the history. */
function useActionAddress(target: string): string {
  const address = useAddress();
  const isHydrated = !useHydrating();
  if (isHydrated || target !== address) return target;
  return `${target}${target.includes("?") ? "&" : "?"}sent`;
}

type DialogActionsProps = ComponentProps<typeof SubmitButton> & { others?: ReactNode };

export function DialogActions({ tone = "primary", others, ...button }: DialogActionsProps) {
  return (
    <div className="actions">
      <SubmitButton tone={tone} {...button} />
      {others}
      <CloseLink />
    </div>
  );
}

export function CloseLink({ closeTo, label = "Cancel" }: { closeTo?: string; label?: string }) {
  return <Link {...useClosing(closeTo)}>{label}</Link>;
}

type FormOptions<Name extends string> = {
  /** The part of the address that only this form is sent to, on a page with several. */
  sentTo?: string;
  values?: Partial<Record<Name, unknown>>;
  constraint?: Partial<Record<Name, Pick<FormField, "required" | "min" | "max" | "step">>>;
};

/**
 * Returns the `form` of a `PostForm`, and its fields. `wasSent` is true after a refused attempt. No form is checked in
 * the browser, which is most of what conform's own hook would load.
 */
export function usePostForm<Name extends string, Result extends FormResult = FormResult>(
  id: string,
  { sentTo, values, constraint }: FormOptions<Name> = {},
) {
  const formResult = useFormResult<Result>(sentTo);
  const submission = useLast(formResult?.submission).value;
  const typed: Record<string, unknown> = submission?.initialValue ?? values ?? {};
  const allErrors = errorsOf(submission?.error);
  const fieldOf = (name: Name): FormField => ({
    ...constraint?.[name],
    id: `${id}-${name}`,
    name,
    errors: allErrors[name],
    initialValue: sentValue(typed[name]),
  });
  const fields = new Proxy({} as Record<Name, FormField>, {
    get: (_, name) => (typeof name === "string" ? fieldOf(name as Name) : undefined),
  });
  return [{ id, formResult, allErrors, wasSent: submission?.status !== undefined }, fields] as const;
}

const errorsOf = (errors: Record<string, string[] | null> | null | undefined): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(errors ?? {}).filter((entry): entry is [string, string[]] => entry[1] !== null),
  );

/** Returns a value as a form sends it: a checked box sends `on`. */
const sentValue = (value: unknown) =>
  typeof value === "boolean" ? (value ? "on" : undefined) : (value ?? undefined);
