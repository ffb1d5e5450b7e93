import type { ReactNode } from "react";
import { RowLink } from "./table";

type Numbered = { urban37PermitNumber: string; revisionNumber: string | null };

export function PermitNumber({ permit }: { permit: Numbered }) {
  return (
    <>
      {permit.urban37PermitNumber}
      {permit.revisionNumber && <span className="revision"> {permit.revisionNumber}</span>}
    </>
  );
}

type PermitLinkProps = { permit: Numbered; to: string; children: ReactNode };

/** The permit of a row of a table: its number, which is the link of the row, and below it what the permit is about. */
export const PermitOfRow = ({ permit, to, children }: PermitLinkProps) => (
  <>
    <RowLink to={to}>
      <PermitNumber permit={permit} />
    </RowLink>
    <div className="small">{children}</div>
  </>
);
