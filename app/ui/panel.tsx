import type { ReactNode } from "react";

type SheetProps = {
  title: ReactNode;
  children?: ReactNode;
  header?: ReactNode;
  icon?: ReactNode;
  actions?: ReactNode;
};

export function Sheet({ title, children, header, icon, actions }: SheetProps) {
  return (
    <div className="sheet">
      {header && <div className="sheet-header">{header}</div>}
      {icon && <span className="sheet-icon">{icon}</span>}
      <h1>{title}</h1>
      {children && <div className="stack secondary">{children}</div>}
      {actions && <div className="sheet-actions">{actions}</div>}
    </div>
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
