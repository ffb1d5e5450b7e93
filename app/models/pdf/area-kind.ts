/** How an area of a sheet differs from the same area of another. */
export const areaKinds = {
  removed: { label: "removed" },
  added: { label: "added" },
  changed: { label: "changed" },
} as const;

export type AreaKind = keyof typeof areaKinds;
