import { useLocation } from "react-router";
import type { FormResult } from "~/form.server";
import { Toast, ToastRegion } from "./toast";

export function FailureToast({ formResult }: { formResult?: FormResult }) {
  const { pathname, search } = useLocation();
  if (!formResult?.failure) return null;
  const toast = { type: "error", message: "Error", description: formResult.failure } as const;
  return (
    <ToastRegion>
      <Toast key={JSON.stringify(formResult)} toast={toast} closeTo={`${pathname}${search}`} />
    </ToastRegion>
  );
}
