import { useLocation, useNavigation } from "react-router";
import { keptParameters, pageAddress } from "~/models/address";

type Form = { dialog: string; feeId?: number; pricingId?: number } | { pricing: number };

/** The city page's address under the forms of its money: the page of fees that is open stays in it. */
export function useMoneyAddress() {
  const { pathname, search } = useLocation();
  const navigation = useNavigation();
  const address = new URLSearchParams(search);
  const posted = navigation.formMethod === "POST" ? navigation.formAction?.split("?")[1] : undefined;
  return {
    /** The dialog that the address asks for. */
    asked: address.get("dialog"),
    feeId: address.get("feeId"),
    pricingId: address.get("pricingId"),
    /** Whether the address is that of the switch of a service, which has no dialog. */
    isSwitch: address.has("pricing"),
    addressOf: (form: Form) => pageAddress({ pathname: "", search }, keptParameters.city, form),
    pageOf: (feePage: number) => `?feePage=${feePage}#fees`,
    closeTo: (card: "fees" | "pricing") =>
      `${pageAddress({ pathname, search }, keptParameters.city)}#${card}`,
    /** Whether a dialog's form is on its way. */
    isPosting: (dialog: string) => new URLSearchParams(posted).get("dialog") === dialog,
  };
}
