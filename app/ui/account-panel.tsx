import type { ReactNode } from "react";
import { DocumentTitle } from "./document-title";
import { Panel } from "./panel";
import { ProductLogo } from "./product-logo";

type AccountPanelProps = {
  title: string;
  documentTitle?: string;
  isError?: boolean;
  children: ReactNode;
};

export function AccountPanel({ title, documentTitle = title, isError, children }: AccountPanelProps) {
  return (
    <main className="ground ground-grid">
      <Panel
        title={title}
        header={
          <>
            <DocumentTitle isError={isError}>{documentTitle}</DocumentTitle>
            <ProductLogo />
            <p className="secondary">Municipal Building Permit Management System</p>
          </>
        }
      >
        {children}
      </Panel>
    </main>
  );
}
