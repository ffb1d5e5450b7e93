import { useLocation } from "react-router";
import type { FormAnswer } from "~/form.server";
import { Toast, ToastRegion } from "./toast";

/** Says at once, on the page that failed, what no field can say. */
export function FailureToast({ answer }: { answer?: FormAnswer }) {
  const { pathname, search } = useLocation();
  if (!answer?.failure) return null;
  const toast = { type: "error", message: "Error", description: answer.failure } as const;
  return (
    <ToastRegion>
      <Toast key={JSON.stringify(answer)} toast={toast} closeTo={`${pathname}${search}`} />
    </ToastRegion>
  );
}
