import { useContext, useEffect, useSyncExternalStore } from "react";
import { UNSAFE_DataRouterContext, useLocation } from "react-router";
import { followRouter, lastTold, whenTold } from "./lost-request";
import { Toast } from "./toast";

const nothing = { text: "", count: 0 };

/** Says that the server could not be reached; the page around it stays as it was. */
export function LostRequestToast() {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const { pathname, search } = useLocation();
  const { text, count } = useSyncExternalStore(whenTold, lastTold, () => nothing);
  useEffect(() => router && followRouter(router), [router]);
  if (count === 0) return null;
  const toast = { type: "error", message: "Error", description: text } as const;
  return <Toast key={count} toast={toast} closeTo={`${pathname}${search}`} />;
}
