type Numbered = { urban37PermitNumber: string; revisionNumber: string | null };

/** The number and revision as plain text, for titles of documents. */
export const permitNumberText = ({ urban37PermitNumber, revisionNumber }: Numbered): string =>
  [urban37PermitNumber, revisionNumber].filter(Boolean).join(" ");

/** The provider's permit number, followed by the revision when there is one. */
export function PermitNumber({ permit }: { permit: Numbered }) {
  return (
    <>
      {permit.urban37PermitNumber}
      {permit.revisionNumber && <span className="revision"> {permit.revisionNumber}</span>}
    </>
  );
}
