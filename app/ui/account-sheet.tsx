import type { ReactNode } from "react";
import { DocumentTitle } from "./document-title";
import { Mark } from "./mark";
import { Sheet } from "./sheet";

type AccountSheetProps = {
  title: string;
  /** The title of the document, if it is not the heading. */
  documentTitle?: string;
  /** Whether the page says that something is refused. */
  isError?: boolean;
  children: ReactNode;
};

/** The sheet of pages for signing in and for setting a password. */
export function AccountSheet({ title, documentTitle = title, isError, children }: AccountSheetProps) {
  return (
    <Sheet
      ground="grid"
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
  );
}
