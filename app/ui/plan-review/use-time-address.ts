import { useLocation } from "react-router";
import { keptParameters, pageAddress } from "~/models/address";

/** Builds the addresses of the time panel's forms, with the page's other parameters. */
export function useTimeAddress() {
  const { pathname, search } = useLocation();
  const address = new URLSearchParams(search);
  return {
    page: `${pageAddress({ pathname, search }, keptParameters.permit)}#time`,
    addressOf: (form: Record<string, string>) =>
      pageAddress({ pathname, search }, keptParameters.permit, form),
    /** Whether the page's address is that of a form of the panel. */
    isFor: (form: string) => (form === "time" ? address.has("time") : address.get("dialog") === form),
  };
}
