import type { NumberedPermit } from "~/models/permits/permit";

export function PermitNumber({ permit }: { permit: NumberedPermit }) {
  return (
    <>
      {permit.urban37PermitNumber}
      {permit.revisionNumber && <span className="revision"> {permit.revisionNumber}</span>}
    </>
  );
}
