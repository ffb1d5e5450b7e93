import { type ReactNode, useState } from "react";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "./icons";
import { Link } from "./link";

export type ToastMessage = {
  type: "success" | "error" | "info" | "warning";
  message: string;
  description?: string;
  action?: { label: string; to: string };
};

type ToastProps = {
  toast: ToastMessage;
  /** The address of the close link without scripts: this page without the toast. */
  closeTo: string;
  /** Never disappears, for the gallery. */
  isPermanent?: boolean;
};

const icons = { success: CircleCheck, error: CircleAlert, info: Info, warning: TriangleAlert };

/** Disappears after five seconds. Each message needs its own `key`, which restarts the time. */
export function Toast({ toast: { type, message, description, action }, closeTo, isPermanent }: ToastProps) {
  const [closed, setClosed] = useState(false);
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

/** Always on the page: screen readers announce a live region only if it exists before its text. */
export function ToastRegion({ id, children }: { id?: string; children?: ReactNode }) {
  return (
    <div id={id} className="toasts" aria-live="polite">
      {children}
    </div>
  );
}
