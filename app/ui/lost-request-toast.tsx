import { useEffect, useSyncExternalStore } from "react";
import { lastNotice, notify, subscribe, useLostNavigation } from "./lost-request";
import { Toast } from "./toast";

export function LostRequestToast() {
  const lost = useLostNavigation();
  const { text, count } = useSyncExternalStore(subscribe, lastNotice, lastNotice);
  useEffect(() => {
    if (lost?.text) notify(lost.text);
    // A full page load removes all data of the previous user.
    else if (lost) window.location.assign(lost.url);
  }, [lost]);
  if (count === 0) return null;
  const toast = { type: "error", message: "Error", description: text } as const;
  return <Toast key={count} toast={toast} />;
}
