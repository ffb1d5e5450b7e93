/** The most rows that one form changes. */
export const maxTicked = 100;

/** A ticked row in the version that was shown. */
export type Tick = { id: number; version: string };

export const tickOf = ({ id, updatedAt }: { id: number; updatedAt: string }): string => `${id}@${updatedAt}`;

export function tickIn(text: string): Tick | undefined {
  const [, id, version] = /^([1-9]\d{0,9})@(\S{1,40})$/.exec(text) ?? [];
  return id && version ? { id: Number(id), version } : undefined;
}

/** A ticked row, as the form of many rows shows it. */
export type TickedRow = { id: number; updatedAt: string; name: string; detail: string };

export type RefusedRow = { id: number; reason: string };
