import { and, desc, eq, inArray, lte, type SQL } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { tryWrite } from "~/platform/db/try-write.server";
import { hashToken, sign, verify } from "~/platform/secret.server";
import { fromNow, now } from "../clock.server";
import type { Viewer } from "../policy";
import { pick } from "../shown-fields";
import { keptForms, users } from "../tables.server";

const hour = 60 * 60 * 1000;
const lifetime = 2 * hour;
const limitPerUser = { forms: 10, bytes: 2 * 1024 * 1024 };
const ownerLifetime = 7 * 24 * hour;
// In every form, so short: half a signature is as hard to guess as a key of 128 bits.
const ownerSignatureLength = 22;

export type SentForm = { address: string; fields: [name: string, value: string][]; fileNames: string[] };
export type KeptForm = SentForm & { id: number };

const sentColumns = pick(keptForms, "id", "address", "fields", "fileNames");

export type FormOwner = { userId: number; keptFormId: number };

export function signFormOwner(viewer: Viewer, keptFormId = 0): string {
  const owner = [viewer.id, keptFormId, Math.floor((Date.now() + ownerLifetime) / hour)].join(".");
  return sign("form-owner", owner, ownerSignatureLength);
}

export function readFormOwner(signed: string): FormOwner | undefined {
  const owner = verify("form-owner", signed, ownerSignatureLength);
  if (!owner) return undefined;
  const [userId = 0, keptFormId = 0, until = 0] = owner.split(".").map(Number);
  return until * hour > Date.now() ? { userId, keptFormId } : undefined;
}

export function storeKeptForm(browserToken: string, userId: number, form: SentForm): Promise<boolean> {
  const browserHash = hashToken(browserToken);
  return write(async (tx) => {
    const isActive = and(eq(users.id, userId), eq(users.isActive, true));
    const [user] = await tx.select({ id: users.id }).from(users).where(isActive);
    if (!user || bytesOf(form) > limitPerUser.bytes) return false;
    await deleteEarlier(tx, and(eq(keptForms.browserHash, browserHash), eq(keptForms.userId, userId)), form);
    await tx.insert(keptForms).values({ ...form, browserHash, userId, createdAt: now() });
    await deleteOverLimit(tx, userId);
    return true;
  });
}

const bytesOf = ({ address, fields, fileNames }: SentForm) =>
  Buffer.byteLength(JSON.stringify([address, fields, fileNames]));

const keyOf = ({ fields }: Pick<SentForm, "fields">) =>
  fields.find(([name]) => name === "formKey")?.[1] ?? JSON.stringify(fields);

/** A double click or going back sends a form again. */
async function deleteEarlier(tx: Connection, condition: SQL | undefined, form: SentForm) {
  const rows = await tx
    .select({ id: keptForms.id, fields: keptForms.fields })
    .from(keptForms)
    .where(and(condition, eq(keptForms.address, form.address)));
  const copies = rows.filter((row) => keyOf(row) === keyOf(form)).map(({ id }) => id);
  await tx.delete(keptForms).where(inArray(keptForms.id, copies));
}

async function deleteOverLimit(tx: Connection, userId: number) {
  const ofUser = eq(keptForms.userId, userId);
  const rows = await tx.select(sentColumns).from(keptForms).where(ofUser).orderBy(desc(keptForms.id));
  let bytes = 0;
  const firstOver = rows.find((row, index) => {
    bytes += bytesOf(row);
    return index >= limitPerUser.forms || bytes > limitPerUser.bytes;
  });
  if (firstOver) await tx.delete(keptForms).where(and(ofUser, lte(keptForms.id, firstOver.id)));
}

export function keptFormsOf(browserToken: string) {
  const columns = pick(keptForms, "id", "userId", "createdAt", "address");
  const isFromBrowser = eq(keptForms.browserHash, hashToken(browserToken));
  return db.select(columns).from(keptForms).where(isFromBrowser).orderBy(desc(keptForms.id));
}

/** Other users' forms from this browser are deleted, since the computer may be shared. */
export async function readKeptForm(
  rows: Awaited<ReturnType<typeof keptFormsOf>>,
  viewer: Viewer,
  address: string,
): Promise<KeptForm | undefined> {
  const foreign = rows.filter(({ userId }) => userId !== viewer.id).map(({ id }) => id);
  if (foreign.length > 0)
    await tryWrite(`deleting the kept forms ${foreign}`, () =>
      write((tx) => tx.delete(keptForms).where(inArray(keptForms.id, foreign))),
    );
  const expiry = fromNow(-lifetime);
  const found = rows.find(
    (row) => row.userId === viewer.id && row.address === address && row.createdAt > expiry,
  );
  if (!found) return undefined;
  const [form] = await db.select(sentColumns).from(keptForms).where(eq(keptForms.id, found.id));
  return form;
}

export const deleteKeptForm = ({ userId, keptFormId }: FormOwner): Promise<unknown> =>
  write((tx) => tx.delete(keptForms).where(and(eq(keptForms.id, keptFormId), eq(keptForms.userId, userId))));

export const deleteExpiredKeptForms = () =>
  write((tx) => tx.delete(keptForms).where(lte(keptForms.createdAt, fromNow(-lifetime))));
