import type { ReactNode } from "react";
import { DocumentTitle } from "./document-title";
import { Mark } from "./product-logo";
import { Sheet } from "./panel";

type AccountSheetProps = {
  title: string;
  documentTitle?: string;
  isError?: boolean;
  children: ReactNode;
};

export function AccountSheet({ title, documentTitle = title, isError, children }: AccountSheetProps) {
  return (
    <main id="content" tabIndex={-1} className="ground ground-grid">
      <Sheet
        title={title}
        header={
          <>
            <DocumentTitle isError={isError}>{documentTitle}</DocumentTitle>
            <Mark />
            <p className="secondary">Municipal Building Permit Management System</p>
          </>
        }
      >
        {children}
      </Sheet>
    </main>
  );
}
