import { useContext, useEffect, useSyncExternalStore } from "react";
import { UNSAFE_DataRouterContext, useLocation } from "react-router";
import { followRouter, lastNotice, subscribeToNotices } from "./lost-request";
import { Toast } from "./toast";

const noNotice = { text: "", count: 0 };

/** Shows the last notice about a lost request as a toast. */
export function LostRequestToast() {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const { pathname, search } = useLocation();
  const { text, count } = useSyncExternalStore(subscribeToNotices, lastNotice, () => noNotice);
  useEffect(() => router && followRouter(router), [router]);
  if (count === 0) return null;
  const toast = { type: "error", message: "Error", description: text } as const;
  return <Toast key={count} toast={toast} closeTo={`${pathname}${search}`} />;
}
