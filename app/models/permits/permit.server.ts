import { eq } from "drizzle-orm";
import { type Connection, write } from "~/platform/db/db.server";
import { isUnchanged, record, recordEvent } from "../audit.server";
import { changeRow, insertRow } from "../change-row.server";
import { assertActive } from "../cities/city.server";
import { today } from "../clock.server";
import type { Discipline } from "../discipline";
import type { NewPlanFile } from "../files/plan-file-store.server";
import { findByIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import { notifyOfStatuses } from "../mail/notification.server";
import { allow, type Viewer } from "../policy";
import {
  openFirstPlanCheck,
  openPlanCheck,
  refuseCityChange,
  refuseCycleChange,
  updateReceivedDate,
} from "../review-cycles/plan-check.server";
import { editedMeanwhile, refuseStale } from "../stale-row.server";
import { permitDisciplines, permits, planChecks } from "../tables.server";
import { type KeptChange, keepUndo, keptRows, restoreRows, type TakeBack } from "../undo.server";
import { isApproved, type PermitStatus } from "./permit";
import type { NewPermit, PermitChanges } from "./permit.schema.server";
import {
  type NumberingCity,
  raiseCounter,
  readNumberingCity,
  refuseNumberInUse,
  takeNumber,
} from "./permit-number.server";
import { comparable } from "./permit-record.server";
import { type Permit, readPermit } from "./permit-scope.server";
import { attachFiles, contentsOf } from "./plan-file.server";

export function createPermit(viewer: Viewer, fields: NewPermit, files: NewPlanFile[] = []) {
  return write(async (tx) => {
    allow(viewer, "permit.create");
    const { urban37PermitNumber, suggestedPermitNumber, formKey, ...rest } = fields;
    const row = { ...rest, idempotencyKey: scopedIdempotencyKey(formKey, viewer) };
    // Another permit may have used the suggested number by now, so an unchanged suggestion counts as blank.
    const typed = urban37PermitNumber === suggestedPermitNumber ? null : urban37PermitNumber;
    const sent = { ...rest, typed, files: contentsOf(files) };
    const earlier = await findByIdempotencyKey(tx, permits, row.idempotencyKey, sent);
    if (earlier) return earlier;
    const city = assertActive(await readNumberingCity(tx, fields.cityId, fields.permitCreationYear));
    const { id } = await insertPermit(tx, viewer, city, { ...row, urban37PermitNumber: typed }, files);
    return { id };
  });
}

type PermitInsert = typeof permits.$inferInsert;
type StampedColumn = "id" | "isAssigned" | "lacksReviewer" | "createdById" | "createdAt" | "updatedAt";
type PermitToInsert = Omit<PermitInsert, StampedColumn | "urban37PermitNumber"> & {
  urban37PermitNumber?: string | null;
  requiredDisciplines: Discipline[];
};

export async function insertPermit(
  tx: Connection,
  viewer: Viewer,
  city: NumberingCity,
  { requiredDisciplines, ...fields }: PermitToInsert,
  files: NewPlanFile[],
) {
  const columns = { ...fields, revisionNumber: fields.revisionNumber ?? null };
  const permit = { ...columns, urban37PermitNumber: await takeNumber(tx, city, columns) };
  const created = await insertRow(tx, permits, { ...permit, createdById: viewer.id });
  await insertDisciplines(tx, created.id, requiredDisciplines);
  if (city.usesCorrections) await openFirstPlanCheck(tx, created);
  await record(tx, viewer, "permit.created", null, { ...created, requiredDisciplines });
  const formKey = columns.idempotencyKey ?? undefined;
  await attachFiles(tx, viewer, created, { reviewCycle: created.reviewCycle, files, formKey });
  return created;
}

async function insertDisciplines(tx: Connection, permitId: number, required: Discipline[]): Promise<void> {
  if (required.length === 0) return;
  await tx.insert(permitDisciplines).values(required.map((discipline) => ({ permitId, discipline })));
}

async function replaceDisciplines(tx: Connection, permitId: number, required?: Discipline[]): Promise<void> {
  if (!required) return;
  await tx.delete(permitDisciplines).where(eq(permitDisciplines.permitId, permitId));
  await insertDisciplines(tx, permitId, required);
}

export function updatePermit(viewer: Viewer, id: number, changes: PermitChanges, expectedVersion?: string) {
  return write(async (tx) => {
    const permit = await readPermit(viewer, id, tx);
    allow(viewer, "permit.edit", permit);
    await refuseStale(permit, expectedVersion, editedMeanwhile(tx, "permit", permit));
    if (isUnchanged(permit, changes)) return permit;
    const changed = await changePermit(tx, viewer, permit, changes);
    await notifyAndKeepUndo(tx, viewer, [changed]);
    return changed.updated;
  });
}

/** Returns what a change of the status is undone by. */
export async function changePermit(tx: Connection, viewer: Viewer, permit: Permit, changes: PermitChanges) {
  const { requiredDisciplines, ...columns } = changes;
  const { id } = permit;
  const next = { ...permit, ...columns };
  const city = await readNumberingCity(tx, next.cityId, next.permitCreationYear);
  if (next.cityId !== permit.cityId) assertActive(city);
  await refuseCityChange(tx, permit, next.cityId);
  await refuseCycleChange(tx, permit, next.reviewCycle);
  await refuseNumberInUse(tx, next);
  if (city) await raiseCounter(tx, city.code, next);
  const isStatusChange = next.status !== permit.status;
  const before = isStatusChange ? await readChangeable(tx, id) : undefined;
  const isApproval = isApproved(next.status) && !isApproved(permit.status);
  const approval = isApproval ? { approvedOn: today() } : {};
  await changeRow(tx, permits, permit, { ...columns, ...approval });
  await replaceDisciplines(tx, id, requiredDisciplines);
  if (next.submissionDate !== permit.submissionDate || next.creationDate !== permit.creationDate) {
    await updateReceivedDate(tx, next);
  }
  await openPlanCheck(tx, next);
  const updated = await readPermit(viewer, id, tx);
  await record(tx, viewer, "permit.updated", comparable(permit), comparable(updated));
  const ofStatus = before && {
    rows: rowsOf(before, await readChangeable(tx, id)),
    requiredDisciplines: requiredDisciplines && permit.requiredDisciplines,
  };
  return { updated, ofStatus };
}

type ChangedPermit = Awaited<ReturnType<typeof changePermit>>;

/** Of changed statuses: one email to each user of a city for all its permits, and one undo. */
export async function notifyAndKeepUndo(tx: Connection, viewer: Viewer, changed: ChangedPermit[]) {
  const kept = changed.flatMap(({ ofStatus }) => ofStatus ?? []);
  if (kept.length === 0) return;
  const updated = changed.map((permit) => permit.updated);
  const emails = await notifyOfStatuses(tx, viewer, updated);
  await keepUndo(tx, viewer, "permit", { ...kept[0], rows: kept.flatMap(({ rows }) => rows), emails });
}

/** The rows that an edit of a permit can change. */
const readChangeable = async (tx: Connection, id: number) => ({
  permits: await tx.select().from(permits).where(eq(permits.id, id)),
  planChecks: await tx.select().from(planChecks).where(eq(planChecks.permitId, id)),
});

type Changeable = Awaited<ReturnType<typeof readChangeable>>;

function rowsOf(before: Changeable, after: Changeable): KeptChange["rows"] {
  const planCheckRows = after.planChecks.map((row) => ({
    table: "planChecks" as const,
    before: before.planChecks.find(({ id }) => id === row.id) ?? null,
    after: row,
  }));
  const permitRow = { before: before.permits[0] ?? null, after: after.permits[0] ?? null };
  return [{ table: "permits", ...permitRow }, ...planCheckRows];
}

/** The whole edit, by the rules of an edit. */
export const takeStatusBack: TakeBack = async (tx, viewer, change) => {
  const edited: Permit[] = [];
  for (const { before } of keptRows(change, "permits")) {
    if (!before) throw new Error("The permit was not kept");
    const permit = await readPermit(viewer, before.id, tx);
    allow(viewer, "permit.edit", permit);
    await refuseCityChange(tx, permit, before.cityId);
    await refuseCycleChange(tx, permit, before.reviewCycle);
    await refuseNumberInUse(tx, before);
    edited.push(permit);
  }
  await restoreRows(tx, change);
  for (const permit of edited) {
    await replaceDisciplines(tx, permit.id, change.requiredDisciplines);
    const restored = await readPermit(viewer, permit.id, tx);
    await record(tx, viewer, "permit.updated", comparable(permit), comparable(restored));
  }
};

/** Without an email: the letter of the plan check says it. */
export async function setStatus(
  tx: Connection,
  viewer: Viewer,
  permit: { id: number; status: PermitStatus; updatedAt: string },
  status: PermitStatus,
): Promise<void> {
  if (status === permit.status) return;
  const approval = isApproved(status) ? { approvedOn: today() } : {};
  await changeRow(tx, permits, permit, { status, ...approval });
  await recordEvent(tx, viewer, "permit.updated", permit.id, { status: [permit.status, status] });
}
