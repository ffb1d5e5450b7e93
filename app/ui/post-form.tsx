import { type FormEvent, useSyncExternalStore } from "react";
import { Form, type FormProps, useFormAction, useLocation, useRouteLoaderData } from "react-router";
import type { FormAnswer } from "~/form.server";
import type { loader } from "~/root";
import { FailureToast } from "./failure-toast";
import { sending } from "./lost-request";

export type PostFormProps = Omit<FormProps, "action" | "method" | "noValidate"> & {
  action?: string;
  /** The specification's words for a failure that nothing more precise is known of. */
  failure?: string;
  /** What the server said when this form was sent. */
  answer?: FormAnswer;
  /** The one-time key of a form that creates something. */
  formKey?: string;
};

/**
 * A form that changes something. It says whose page it was on, so that what was typed can be kept when the
 * session has ended, and how to tell of a post that does not arrive.
 */
export function PostForm({ failure, answer, formKey, action, onSubmit, children, ...form }: PostFormProps) {
  const owner = useRouteLoaderData<typeof loader>("root")?.formOwner;
  // A form that comes back is still the same one.
  const key = answer?.result.initialValue?.formKey ?? formKey;
  const send = (event: FormEvent<HTMLFormElement>) => {
    sending(failure);
    onSubmit?.(event);
  };
  return (
    <Form {...form} method="post" noValidate action={useActionAddress(action)} onSubmit={send}>
      <FailureToast answer={answer} />
      {owner && <input type="hidden" {...owner} />}
      {formKey && <input type="hidden" name="formKey" value={String(key)} />}
      {children}
    </Form>
  );
}

/**
 * Without scripts a form is not sent to its page's own address: when that fails, browsers put their error
 * page in the place of the form, and there is no going back to it.
 */
function useActionAddress(action: string | undefined): string {
  const target = useFormAction(action);
  const { pathname, search } = useLocation();
  const hasScripts = useSyncExternalStore(noChange, inBrowser, onServer);
  if (hasScripts || target !== `${pathname}${search}`) return target;
  return `${target}${search === "" ? "?" : "&"}sent`;
}

const noChange = () => () => {};
const inBrowser = () => true;
const onServer = () => false;
