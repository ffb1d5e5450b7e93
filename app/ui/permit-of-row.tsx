import type { ReactNode } from "react";
import type { NumberedPermit } from "~/models/permits/permit";
import { PermitNumber } from "./permit-number";
import { RowLink } from "./table";

type PermitLinkProps = { permit: NumberedPermit; to: string; children: ReactNode };

/** The permit of a row of a table: its number, which is the link of the row, and below it what the permit is about. */
export const PermitOfRow = ({ permit, to, children }: PermitLinkProps) => (
  <>
    <RowLink to={to}>
      <PermitNumber permit={permit} />
    </RowLink>
    <div className="small">{children}</div>
  </>
);
