import type { ReactNode } from "react";
import { PageTitle } from "./page-header";

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
      <PageTitle>{title}</PageTitle>
      {children && <div className="stack secondary">{children}</div>}
      {actions && <div className="panel-actions">{actions}</div>}
    </div>
  );
}
