import { useLocation } from "react-router";
import { keptParameters, pageAddress } from "~/models/address";

export type AddressOf = (parameters: Record<string, string | undefined>) => string;

/** Returns a function that builds addresses of this page with the same filters and the same page of comments. */
export function useDiscussionAddress(): AddressOf {
  const location = useLocation();
  return (parameters) => pageAddress(location, keptParameters.discussion, parameters);
}
