import type { ReactNode } from "react";

type SheetProps = {
  title: ReactNode;
  children?: ReactNode;
  header?: ReactNode;
  icon?: ReactNode;
  actions?: ReactNode;
  /** The background of a sheet that fills the page. Without it, the sheet is part of a page. */
  ground?: "paper" | "grid";
};

export function Sheet({ title, children, header, icon, actions, ground }: SheetProps) {
  const sheet = (
    <div className="sheet">
      {header && <div className="sheet-header">{header}</div>}
      {icon && <span className="sheet-icon">{icon}</span>}
      <h1>{title}</h1>
      {children && <div className="stack secondary">{children}</div>}
      {actions && <div className="sheet-actions">{actions}</div>}
    </div>
  );
  if (!ground) return sheet;
  return (
    <main id="content" tabIndex={-1} className={ground === "grid" ? "ground ground-grid" : "ground"}>
      {sheet}
    </main>
  );
}

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
