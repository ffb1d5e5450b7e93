import { type ComponentProps, createContext, type FormEvent, useContext, useSyncExternalStore } from "react";
import {
  Form,
  type FormProps,
  useFormAction,
  useLocation,
  useNavigation,
  useRouteLoaderData,
} from "react-router";
import type { FormResult } from "~/form.server";
import type { loader } from "~/root";
import { Button } from "./button";
import { ErrorSummary, type ErrorSummaryProps } from "./error-summary";
import { expectedVersion } from "./expected-version";
import { FailureToast } from "./failure-toast";
import { sending } from "./lost-request";
import { useOpened } from "./use-opened";

export type PostFormProps = Omit<FormProps, "action" | "method" | "noValidate"> &
  Pick<ErrorSummaryProps, "labels" | "more" | "errors"> & {
    action?: string;
    /** The specification's words for a failure that nothing more precise is known of. */
    failure?: string;
    /** The form of `usePostForm`, whose errors are listed above the fields. */
    form?: { id: string; allErrors: Record<string, string[]>; formResult?: FormResult };
    /** What the server said when a form without `usePostForm` was sent. */
    formResult?: FormResult;
    /** The one-time key of a form that creates something. */
    formKey?: string;
    /** Which version of a row the form was filled from, and the name under which it is sent. */
    version?: string;
    versionName?: "updatedAt" | "seen";
    /** Whether a toast says what went wrong, where nothing else on the page does. */
    hasToast?: boolean;
  };

/**
 * A form that changes something. It says whose page it was on, so that what was typed can be kept when the
 * session has ended, and how to tell of a post that does not arrive.
 */
export function PostForm({
  failure,
  form,
  formResult = form?.formResult,
  formKey,
  version,
  versionName = "updatedAt",
  labels,
  more,
  errors,
  hasToast = true,
  action,
  onSubmit,
  children,
  ...rest
}: PostFormProps) {
  const owner = useRouteLoaderData<typeof loader>("root")?.formOwner;
  const target = useFormAction(action);
  const sentTo = useActionAddress(target);
  // The page may be read anew under the form, which is still the same one; so is a form that comes back.
  const opened = useOpened({ formKey, version });
  const { formMethod, formAction } = useNavigation();
  const send = (event: FormEvent<HTMLFormElement>) => {
    sending(failure);
    onSubmit?.(event);
  };
  return (
    <Form id={form?.id} {...rest} method="post" noValidate action={sentTo} onSubmit={send}>
      {hasToast && <FailureToast formResult={formResult} />}
      {owner && <input type="hidden" {...owner} />}
      {opened.formKey && <input type="hidden" name="formKey" value={keyOf(formResult) ?? opened.formKey} />}
      {opened.version !== undefined && (
        <input
          type="hidden"
          name={versionName}
          value={expectedVersion(formResult, savedVersion(formResult), opened.version, versionName)}
        />
      )}
      {(form || errors) && <ErrorSummary form={form} labels={labels} more={more} errors={errors} />}
      <IsPosting value={formMethod === "POST" && formAction === target}>{children}</IsPosting>
    </Form>
  );
}

const IsPosting = createContext(false);

type SubmitButtonProps = ComponentProps<typeof Button>;

/** Sends the form that it stands in, and shows while it is on its way. */
export function SubmitButton({ busy, busyLabel = "Saving...", ...button }: SubmitButtonProps) {
  const isPosting = useContext(IsPosting);
  return <Button {...button} busy={busy || isPosting} busyLabel={busyLabel} />;
}

const keyOf = (formResult?: FormResult) => formResult?.submission.initialValue?.formKey as string | undefined;

/** The version that somebody else saved meanwhile, of which the refused form tells. */
function savedVersion(formResult?: FormResult): string | undefined {
  const current = formResult?.current as string | { updatedAt?: string } | undefined;
  return typeof current === "string" ? current : current?.updatedAt;
}

/**
 * Without scripts a form is not sent to its page's own address: when that fails, browsers put their error
 * page in the place of the form, and there is no going back to it.
 */
function useActionAddress(target: string): string {
  const { pathname, search } = useLocation();
  const hasScripts = useSyncExternalStore(noChange, inBrowser, onServer);
  if (hasScripts || target !== `${pathname}${search}`) return target;
  return `${target}${search === "" ? "?" : "&"}sent`;
}

const noChange = () => () => {};
const inBrowser = () => true;
const onServer = () => false;
