export const reviewAddress = ({ permitId, discipline }: { permitId: number; discipline: string }) =>
  `/employee-dashboard/permits/${permitId}?${new URLSearchParams({ discipline })}`;
