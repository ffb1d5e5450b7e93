import type { ReactNode } from "react";
import { ArrowLeft } from "./icons";
import { Link } from "./link";

type PageHeaderProps = {
  title: ReactNode;
  subtitle?: ReactNode;
  back?: { to: string; label: string };
  actions?: ReactNode;
};

export function PageHeader({ title, subtitle, back, actions }: PageHeaderProps) {
  return (
    <header className="page-header">
      <div className="min-w-0">
        {back && (
          <Link to={back.to} className="back">
            <ArrowLeft />
            {back.label}
          </Link>
        )}
        <h1>{title}</h1>
        {subtitle && <p className="secondary">{subtitle}</p>}
      </div>
      {actions && <div className="row page-actions">{actions}</div>}
    </header>
  );
}
