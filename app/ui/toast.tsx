import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import type { FormResult } from "~/platform/forms/form.server";
import { useFormResult } from "./form-result";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "./icons";

type ToastMessage = {
  type: "success" | "error" | "info" | "warning";
  message: string;
  description?: string;
  action?: { label: string; to: string };
};

type ToastProps = {
  toast: ToastMessage;
  /** The address of the close link without scripts: this page without the toast. */
  closeTo: string;
  isPermanent?: boolean;
  children?: ReactNode;
};

const icons = { success: CircleCheck, error: CircleAlert, info: Info, warning: TriangleAlert };

/** Disappears after five seconds, or when another appears. Each message needs its own `key`, which restarts the time. */
export function Toast({ toast, closeTo, isPermanent = false, children }: ToastProps) {
  const { type, message, description, action } = toast;
  const [closed, setClosed] = useState(false);
  useEffect(() => (isPermanent ? undefined : closeOnNext(() => setClosed(true))), [isPermanent]);
  if (closed) return null;
  const Icon = icons[type];
  return (
    <div
      className={`toast toast-${type}${isPermanent ? " toast-permanent" : ""}`}
      role={type === "error" ? "alert" : undefined}
    >
      <Icon />
      <div className="toast-text">
        <p>
          <strong>{message}</strong>
        </p>
        {description && <p>{description}</p>}
        {action && <Link to={action.to}>{action.label}</Link>}
        {children}
      </div>
      <Link
        to={closeTo}
        replace
        preventScrollReset
        className="icon"
        aria-label="Close"
        onClick={(event) => {
          event.preventDefault();
          setClosed(true);
        }}
      >
        <X />
      </Link>
    </div>
  );
}

const toastEvents = new EventTarget();

function closeOnNext(close: () => void): () => void {
  toastEvents.dispatchEvent(new Event("next"));
  toastEvents.addEventListener("next", close);
  return () => toastEvents.removeEventListener("next", close);
}

/** Always on the page: screen readers announce a live region only if it exists before its text. */
export function ToastRegion({ id, children }: { id?: string; children?: ReactNode }) {
  return (
    <div id={id} className="toasts" aria-live="polite">
      {children}
    </div>
  );
}

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

/** The failure of a form that the page does not show any more. */
export const FailureOfGoneForm = ({ sentTo }: { sentTo?: string }) => (
  <FailureToast formResult={useFormResult(sentTo)} />
);
