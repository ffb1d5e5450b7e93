import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import type { FormResult } from "~/platform/forms/form.server";
import { useFormResult } from "./form-result";
import { CircleAlert, CircleCheck, X } from "./icons";
import { useAddress } from "./page-address";

type ToastProps = {
  toast: { type: "success" | "error"; message: string; description?: string };
  isPermanent?: boolean;
  children?: ReactNode;
};

/** Disappears after five seconds, or when another appears. Each message needs its own `key`, which restarts the time. */
export function Toast({ toast, isPermanent = false, children }: ToastProps) {
  const { type, message, description } = toast;
  const address = useAddress();
  const [closed, setClosed] = useState(false);
  useEffect(() => (isPermanent ? undefined : closeOnNext(() => setClosed(true))), [isPermanent]);
  if (closed) return null;
  return (
    <div
      className={`toast toast-${type}${isPermanent ? " toast-permanent" : ""}`}
      role={type === "error" ? "alert" : undefined}
    >
      {type === "error" ? <CircleAlert /> : <CircleCheck />}
      <div className="toast-text">
        <p>
          <strong>{message}</strong>
        </p>
        {description && <p>{description}</p>}
        {children}
      </div>
      <Link
        // Without scripts, this page has no toast any more.
        to={address}
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
  if (!formResult?.failure) return null;
  const toast = { type: "error", message: "Error", description: formResult.failure } as const;
  return (
    <ToastRegion>
      <Toast key={JSON.stringify(formResult)} toast={toast} />
    </ToastRegion>
  );
}

/** The failure of a form that the page does not show any more. */
export const FailureOfGoneForm = ({ sentTo }: { sentTo?: string }) => (
  <FailureToast formResult={useFormResult(sentTo)} />
);
