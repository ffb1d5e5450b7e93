import { useLocation, useMatches } from "react-router";
import { pageQuery, queryOf } from "~/models/address";

export type AddressOf = (changes?: Record<string, string | number | null | undefined>) => string;

/** The addresses of this page and of the forms in it, with its parameters and these changes. */
export function usePageAddress() {
  const page = usePagePath();
  const { search } = useLocation();
  // A reply is sent to the same parameter as shows a comment in full.
  const ofPage = Object.fromEntries(new URLSearchParams(pageQuery(search, ["comment"])));
  const addressOf: AddressOf = (changes) => `${page}${queryOf({ ...ofPage, ...changes })}`;
  return { addressOf };
}

/** The handle of the routes of dialogs; the match above it is the page under the dialog. */
export const dialogHandle = { isDialog: true };

const isDialog = ({ handle }: { handle: unknown }) => handle === dialogHandle;

export const useHasDialog = (): boolean => useMatches().some(isDialog);

/** The path of the page, also while a dialog is open over it. */
export function usePagePath(): string {
  const { pathname } = useLocation();
  const matches = useMatches();
  return matches[matches.findIndex(isDialog) - 1]?.pathname ?? pathname;
}

/** The address in the browser: of the dialog, while one is open. */
export function useAddress(): string {
  const { pathname, search } = useLocation();
  return `${pathname}${search}`;
}

/** The address of the page, also while a dialog is open over it. */
export const usePageUnderDialog = (): string => `${usePagePath()}${pageQuery(useLocation().search)}`;
