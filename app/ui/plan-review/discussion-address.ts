import { useLocation } from "react-router";
import { keptParameters, pageAddress } from "~/models/address";

/** Returns a function that builds addresses of this page with the same filters and the same page of comments. */
export function useDiscussionAddress() {
  const location = useLocation();
  return (parameters: Record<string, string | undefined>) =>
    pageAddress(location, keptParameters.discussion, parameters);
}
