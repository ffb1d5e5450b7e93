import type { ShownLink as Shown } from "~/pages/accounts/shown-link.server";
import { ShownOnce } from "./shown-once";

/** A link that was just made, to be handed over. */
export function ShownLink({ shown }: { shown: Shown }) {
  return (
    <ShownOnce
      id="shown-link"
      title={<span className="wrap-anywhere">Link for {shown.email}</span>}
      hint="It was mailed too. It works once, and is not shown again."
      label="Link to set a password"
      value={shown.link}
      copy="Copy link"
    />
  );
}
