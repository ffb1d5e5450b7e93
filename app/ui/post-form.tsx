import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Form, type FormProps, Link, useFormAction, useLocation, useRouteLoaderData } from "react-router";
import type { FormResult } from "~/form.server";
import type { loader } from "~/root";
import { Button } from "./button";
import { DialogObstacleContext } from "./dialog";
import { ErrorSummary, type ErrorSummaryProps } from "./error-summary";
import { LabelsContext } from "./field";
import { FormQuestions } from "./form-questions";
import { KeptText } from "./kept-text";
import { setFailureText, useNavigationUnlessLost } from "./lost-request";
import { FailureToast } from "./toast";

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
  action,
  onSubmit,
  children,
  ...rest
}: PostFormProps) {
  const { formOwner: owner, frame } = useRouteLoaderData<typeof loader>("root") ?? {};
  const element = useRef<HTMLFormElement>(null);
  const target = useFormAction(action);
  const sentTo = useActionAddress(target);
  // The page may reload its data, but the form keeps the key and the version that it was opened with.
  const [opened] = useState({ idempotencyKey, version });
  const { formMethod, formAction } = useNavigationUnlessLost();
  const send: typeof onSubmit = (event) => {
    setFailureText(failure);
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
      data-shown-by={shownBy}
      data-refused={formResult || form?.wasSent ? "" : undefined}
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
      <IsPosting value={formMethod === "POST" && formAction === target}>
        <LabelsContext value={labels}>{children}</LabelsContext>
      </IsPosting>
    </Form>
  );
}

const IsPosting = createContext(false);

type SubmitButtonProps = ComponentProps<typeof Button>;

export function SubmitButton({ busy, busyLabel = "Saving...", disabled, ...button }: SubmitButtonProps) {
  const isPosting = useContext(IsPosting);
  const hasObstacle = useContext(DialogObstacleContext) !== null;
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
  const { pathname, search } = useLocation();
  const hasScripts = useSyncExternalStore(noChange, inBrowser, onServer);
  if (hasScripts || target !== `${pathname}${search}`) return target;
  return `${target}${search === "" ? "?" : "&"}sent`;
}

const noChange = () => () => {};
const inBrowser = () => true;
const onServer = () => false;

type DialogActionsProps = ComponentProps<typeof SubmitButton> & { closeTo: string; others?: ReactNode };

export function DialogActions({ closeTo, tone = "primary", others, ...button }: DialogActionsProps) {
  return (
    <div className="actions">
      <SubmitButton tone={tone} {...button} />
      {others}
      <Link to={closeTo} replace preventScrollReset>
        Cancel
      </Link>
    </div>
  );
}
