export type Numbered = { urban37PermitNumber: string; revisionNumber: string | null };

export function PermitNumber({ permit }: { permit: Numbered }) {
  return (
    <>
      {permit.urban37PermitNumber}
      {permit.revisionNumber && <span className="revision"> {permit.revisionNumber}</span>}
    </>
  );
}
