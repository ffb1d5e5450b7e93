import { useLocation } from "react-router";
import { keptParameters, pageAddress } from "~/models/address";

type Form = { dialog: string; feeId?: number; pricingId?: number } | { pricing: number };

export function useBillingLinks() {
  const { pathname, search } = useLocation();
  const address = new URLSearchParams(search);
  return {
    dialogName: address.get("dialog"),
    feeId: address.get("feeId"),
    pricingId: address.get("pricingId"),
    /** Whether the address is that of the on/off button of a service, which has no dialog. */
    isSwitch: address.has("pricing"),
    addressOf: (form: Form) => pageAddress({ pathname: "", search }, keptParameters.city, form),
    pageOf: (feePage: number) => `?feePage=${feePage}#fees`,
    closeTo: (card: "fees" | "pricing") =>
      `${pageAddress({ pathname, search }, keptParameters.city)}#${card}`,
  };
}
