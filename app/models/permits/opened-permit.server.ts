import { and, desc, eq, notInArray } from "drizzle-orm";
import { db, write } from "~/platform/db/db.server";
import { tryWrite } from "~/platform/db/try-write.server";
import { allow, type Viewer } from "../policy";
import { openedPermits, permits } from "../tables.server";
import { type Permit, visibleTo } from "./permit-scope.server";

const maxOpened = 50;

/** Opened again, the latest one is not written. The page that is opened does not need it. */
export async function noteOpenedPermit(viewer: Viewer, permit: Permit): Promise<void> {
  const [latest] = await latestOf(viewer);
  if (latest?.permitId === permit.id) return;
  const opened = { userId: viewer.id, permitId: permit.id };
  await tryWrite(`noting the permit that user ${viewer.id} opened`, () =>
    write(async (tx) => {
      const isOfUser = eq(openedPermits.userId, viewer.id);
      await tx.delete(openedPermits).where(and(isOfUser, eq(openedPermits.permitId, permit.id)));
      await tx.insert(openedPermits).values(opened);
      const kept = tx.select({ id: openedPermits.id }).from(openedPermits).where(isOfUser);
      const newest = kept.orderBy(desc(openedPermits.id)).limit(maxOpened);
      await tx.delete(openedPermits).where(and(isOfUser, notInArray(openedPermits.id, newest)));
    }),
  );
}

const latestOf = (viewer: Viewer) =>
  db
    .select({ permitId: openedPermits.permitId })
    .from(openedPermits)
    .where(eq(openedPermits.userId, viewer.id))
    .orderBy(desc(openedPermits.id))
    .limit(1);

/** The latest first, of those that are still in the viewer's scope. */
export async function openedPermitIds(viewer: Viewer, limit: number): Promise<number[]> {
  allow(viewer, "permit.read");
  const rows = await db
    .select({ id: openedPermits.permitId })
    .from(openedPermits)
    .innerJoin(permits, eq(permits.id, openedPermits.permitId))
    .where(and(eq(openedPermits.userId, viewer.id), visibleTo(viewer)))
    .orderBy(desc(openedPermits.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
