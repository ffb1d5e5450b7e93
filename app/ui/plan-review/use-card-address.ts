import { useLocation } from "react-router";
import { keptParameters, pageAddress } from "~/models/address";

/** Builds the addresses of the forms and dialogs of a permit's corrections, with the page's other parameters. */
export function useCardAddress() {
  const { pathname, search } = useLocation();
  const parameters = new URLSearchParams(search);
  return {
    page: `${pageAddress({ pathname, search }, keptParameters.corrections)}#corrections`,
    addressOf: (changes: Record<string, string | number | null>) =>
      pageAddress({ pathname: "", search }, keptParameters.corrections, changes),
    /** The library, from which the blank of a standard comment is being filled in. */
    library: parameters.has("chosen")
      ? pageAddress({ pathname, search }, keptParameters.library, { dialog: "standard" })
      : null,
    libraryAddressOf: (changes: Record<string, string | number | null>) =>
      pageAddress({ pathname: "", search }, keptParameters.library, changes),
    isFor: (name: string) => parameters.has(name) || parameters.get("dialog") === name,
  };
}
