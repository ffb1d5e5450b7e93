import { useLocation } from "react-router";
import { keptParameters, pageAddress } from "~/models/address";

export type AddressOf = (changes?: Record<string, string | number | null | undefined>) => string;

/** The addresses of a page's forms and dialogs, which keep some of its parameters. */
export function usePageAddress(kept: keyof typeof keptParameters) {
  const location = useLocation();
  const parameters = new URLSearchParams(location.search);
  const addressOf: AddressOf = (changes) => pageAddress(location, keptParameters[kept], changes);
  /** Whether this is the address of a form or of a dialog. */
  const isFor = (name: string) => parameters.has(name) || parameters.get("dialog") === name;
  return { addressOf, isFor, parameters };
}
