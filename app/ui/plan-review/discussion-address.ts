import { useLocation } from "react-router";
import { keptParameters, pageAddress } from "~/models/address";

export type AddressOf = (parameters: Record<string, string | undefined>) => string;

export function useDiscussionAddress(): AddressOf {
  const location = useLocation();
  return (parameters) => pageAddress(location, keptParameters.discussion, parameters);
}
