export type Numbered = { urban37PermitNumber: string; revisionNumber: string | null };

export const permitNumberText = ({ urban37PermitNumber, revisionNumber }: Numbered): string =>
  [urban37PermitNumber, revisionNumber].filter(Boolean).join(" ");

export function PermitNumber({ permit }: { permit: Numbered }) {
  return (
    <>
      {permit.urban37PermitNumber}
      {permit.revisionNumber && <span className="revision"> {permit.revisionNumber}</span>}
    </>
  );
}
