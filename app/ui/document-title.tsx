import { useActionData, useOutlet } from "react-router";

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

const isRefusedForm = (actionData: unknown): boolean =>
  typeof actionData === "object" && actionData !== null && "submission" in actionData;
