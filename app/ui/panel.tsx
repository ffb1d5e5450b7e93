import type { ReactNode } from "react";

type PanelProps = {
  title: ReactNode;
  children?: ReactNode;
  header?: ReactNode;
  actions?: ReactNode;
};

export function Panel({ title, children, header, actions }: PanelProps) {
  return (
    <div className="panel">
      {header && <div className="panel-header">{header}</div>}
      <h1>{title}</h1>
      {children && <div className="stack secondary">{children}</div>}
      {actions && <div className="panel-actions">{actions}</div>}
    </div>
  );
}
