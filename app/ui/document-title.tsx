import { useActionData, useOutlet } from "react-router";
import type { FormResult } from "~/platform/forms/form.server";

type DocumentTitleProps = {
  children: string;
  /** Whether the page says that something is refused or failed. A refused form of the page does so too. */
  isError?: boolean;
};

export function DocumentTitle({ children, isError = false }: DocumentTitleProps) {
  const isRefused = isRefusedForm(useActionData());
  const isUnderDialog = useOutlet() !== null;
  if (isUnderDialog) return null;
  return <title>{`${isError || isRefused ? "Error: " : ""}${children} · Redline`}</title>;
}

/** A form that only came back to be filled in has no status. */
const isRefusedForm = (actionData?: Partial<FormResult> | null): boolean =>
  actionData?.submission?.status !== undefined;
