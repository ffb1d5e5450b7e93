import { type Connection, write } from "~/platform/db/db.server";
import { recordEvent } from "./audit.server";
import type { AuditAction } from "./audit-action";
import type { RefusedRow, Tick } from "./many";
import type { Viewer } from "./policy";
import { Refusal } from "./refusal";

type Many<Changed> = {
  /** The event of the act, besides those of its rows. */
  event: AuditAction;
  /** Refuses before it changes anything, and returns nothing if the row is so already. */
  change: (tx: Connection, tick: Tick) => Promise<Changed | undefined>;
  /** What is done once for all changed rows, such as emails. */
  finish?: (tx: Connection, changed: Changed[]) => Promise<void>;
};

/** Changes the ticked rows in one transaction. One that refuses stays as it is, and the others are changed. */
export function changeMany<Changed>(
  viewer: Viewer,
  ticks: Tick[],
  { event, change, finish }: Many<Changed>,
): Promise<{ done: number[]; changed: number[]; refused: RefusedRow[] }> {
  return write(async (tx) => {
    const rows: { id: number; changed?: Changed }[] = [];
    const refused: RefusedRow[] = [];
    for (const tick of new Map(ticks.map((one) => [one.id, one])).values()) {
      try {
        rows.push({ id: tick.id, changed: await change(tx, tick) });
      } catch (error) {
        if (!(error instanceof Refusal) || error.status >= 500) throw error;
        refused.push({ id: tick.id, reason: reasonOf(error) });
      }
    }
    const changed = rows.filter((row) => row.changed !== undefined);
    if (changed.length > 0) {
      await finish?.(
        tx,
        changed.map((row) => row.changed as Changed),
      );
      await recordEvent(tx, viewer, event, null, { ids: idsOf(changed) });
    }
    return { done: idsOf(rows), changed: idsOf(changed), refused };
  });
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

function reasonOf({ message, fields, details }: Refusal): string {
  const [ofField] = Object.values(fields ?? {}).flat();
  return ofField ?? details.hint ?? message;
}

export const changedMeanwhile = "This was changed after you ticked it. What it is now is shown here.";
