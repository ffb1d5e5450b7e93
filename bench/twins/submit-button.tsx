import { useNavigation } from "react-router";
import { buttonClass } from "./elements";

/** Submits its form. Its label changes while the form is sent. */
export function SubmitButton({ children }: { children: string }) {
  const isBusy = useNavigation().state !== "idle";
  return (
    <button type="submit" className={buttonClass} disabled={isBusy}>
      {isBusy ? "Saving..." : children}
    </button>
  );
}
