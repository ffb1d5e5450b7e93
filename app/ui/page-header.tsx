import type { ReactNode } from "react";
import { Link } from "react-router";
import { DocumentTitle } from "./document-title";
import { ArrowLeft } from "./icons";

/** The main heading, and the title of the document if it says more. One that is not text needs the title. */
type PageTitle =
  | { title: string; documentTitle?: string }
  /** Null in the gallery, whose document has a title of its own. */
  | { title: ReactNode; documentTitle: string | null };

type PageHeaderProps = PageTitle & {
  subtitle?: ReactNode;
  back?: { to: string; label: string };
  actions?: ReactNode;
  /** What stands under the title, and is reached before the actions. */
  strip?: ReactNode;
};

/** To which the link that skips the navigation leads. */
export const PageTitle = ({ children }: { children: ReactNode }) => (
  <h1 id="title" tabIndex={-1}>
    {children}
  </h1>
);

export function PageHeader({
  title,
  documentTitle = `${title}`,
  subtitle,
  back,
  actions,
  strip,
}: PageHeaderProps) {
  return (
    <header className="page-header">
      {documentTitle !== null && <DocumentTitle>{documentTitle}</DocumentTitle>}
      <div className="min-w-0">
        {back && (
          <Link to={back.to} className="back">
            <ArrowLeft />
            {back.label}
          </Link>
        )}
        <PageTitle>{title}</PageTitle>
        {subtitle && <p className="secondary">{subtitle}</p>}
      </div>
      {strip}
      {actions && <div className="row page-actions">{actions}</div>}
    </header>
  );
}
