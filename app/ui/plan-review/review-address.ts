/** The address of the review page of a permit in one discipline. */
export const reviewAddress = ({ permitId, discipline }: { permitId: number; discipline: string }) =>
  `/employee-dashboard/permits/${permitId}?${new URLSearchParams({ discipline })}`;
