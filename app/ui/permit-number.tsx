type Numbered = { urban37PermitNumber: string; revisionNumber: string | null };

/** The provider's permit number, followed by the revision when there is one. */
export function PermitNumber({ permit }: { permit: Numbered }) {
  return (
    <>
      {permit.urban37PermitNumber}
      {permit.revisionNumber && <span className="revision"> {permit.revisionNumber}</span>}
    </>
  );
}
