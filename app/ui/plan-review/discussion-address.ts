import { useLocation } from "react-router";
import { keptParameters, pageAddress } from "~/models/address";

/** Builds addresses of the page of a discussion: its filters and its page of comments are kept. */
export function useDiscussionAddress() {
  const location = useLocation();
  return (parameters: Record<string, string | undefined>) =>
    pageAddress(location, keptParameters.discussion, parameters);
}
