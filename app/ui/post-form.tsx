import { useSyncExternalStore } from "react";
import { Form, type FormProps, useFormAction, useLocation, useRouteLoaderData } from "react-router";
import type { loader } from "~/root";

type PostFormProps = Omit<FormProps, "method" | "noValidate"> & {
  /** The specification's words for a failure that nothing more precise is known of. */
  failure?: string;
};

/**
 * A form that changes something. It says whose page it was on, so that what was typed can be kept when the
 * session has ended, and how to tell of a post that does not arrive.
 */
export function PostForm({ failure, action, children, ...form }: PostFormProps) {
  const owner = useRouteLoaderData<typeof loader>("root")?.formOwner;
  return (
    <Form {...form} method="post" noValidate action={useActionAddress(action)} data-failure={failure}>
      {owner && <input type="hidden" {...owner} />}
      {children}
    </Form>
  );
}

/**
 * Without scripts a form is never sent to its page's own address: when that fails, browsers put their error
 * page in the place of the form, and there is no going back to it.
 */
function useActionAddress(action: FormProps["action"]): string {
  const target = useFormAction(typeof action === "string" ? action : undefined);
  const { pathname, search } = useLocation();
  const hasScripts = useSyncExternalStore(noChange, inBrowser, onServer);
  return hasScripts || target !== `${pathname}${search}` ? target : otherAddressOf(target);
}

const noChange = () => () => {};
const inBrowser = () => true;
const onServer = () => false;

/** Another address of the same page: with `sent` in its query, or without. */
export function otherAddressOf(address: string): string {
  const [path = "", query = ""] = address.split("?");
  const fields = query.split("&").filter((field) => field !== "" && field !== "sent");
  if (!/(^|&)sent(&|$)/.test(query)) fields.push("sent");
  return fields.length > 0 ? `${path}?${fields.join("&")}` : path;
}
