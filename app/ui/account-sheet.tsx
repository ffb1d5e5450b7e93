import type { ReactNode } from "react";
import { Mark } from "./mark";
import { Sheet } from "./sheet";

/** The sheet of pages for signing in and for setting a password. */
export function AccountSheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Sheet
      ground="grid"
      title={title}
      header={
        <>
          <Mark />
          <p className="secondary">Municipal Building Permit Management System</p>
        </>
      }
    >
      {children}
    </Sheet>
  );
}
