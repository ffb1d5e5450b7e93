import type { ReactNode } from "react";

type EmptyStateProps = { title: string; hint?: ReactNode; action?: ReactNode };

export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <strong>{title}</strong>
      {hint && <p className="small">{hint}</p>}
      {action}
    </div>
  );
}
