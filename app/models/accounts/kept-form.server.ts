import { and, desc, eq, inArray, lte, ne, type SQL } from "drizzle-orm";
import { fromNow, now } from "../clock.server";
import { type Connection, db, write } from "../db.server";
import type { Viewer } from "../policy";
import { hmac, hashToken, isTimingSafeEqual } from "../secret.server";
import { keptForms, users } from "../tables.server";

const hour = 60 * 60 * 1000;
const lifetime = 2 * hour;
const mostOfBrowser = 5;
const mostInAll = 1000;
/** As long as a session lasts: whoever left long ago has no form to keep. */
const ownerLifetime = 7 * 24 * hour;

/** What somebody typed into a form: the address that it was sent to, its fields, the names of its files. */
export type TypedForm = { address: string; fields: [name: string, value: string][]; fileNames: string[] };
export type KeptForm = TypedForm & { id: number };

/** Whose page a form was on, and which kept form it was filled from. */
export type FormOwner = { userId: number; keptFormId: number };

/** Names the viewer in a form, so that it can be kept when the session has ended. Good for 7 days. */
export function signFormOwner({ id }: Viewer, keptFormId = 0): string {
  const owner = [id, keptFormId, Math.floor((Date.now() + ownerLifetime) / hour)].join(".");
  // Each form of each page carries it: half of a signature is as hard to guess as a key of 128 bits.
  return `${owner}.${signatureOf(owner)}`;
}

/** Whom a form names, or undefined when the text was altered or is too old. */
export function readFormOwner(sealed: string): FormOwner | undefined {
  const end = sealed.lastIndexOf(".");
  const owner = sealed.slice(0, Math.max(0, end));
  if (!isTimingSafeEqual(sealed.slice(end + 1), signatureOf(owner))) return undefined;
  const [userId = 0, keptFormId = 0, until = 0] = owner.split(".").map(Number);
  return until * hour > Date.now() ? { userId, keptFormId } : undefined;
}

const signatureOf = (owner: string) => hmac("form-owner", owner).slice(0, 22);

/**
 * Keeps a form that came without a session for two hours, for its user in this browser: five of a browser
 * and 1,000 in all, the oldest give way. Returns whether it is kept: not for a user who has gone.
 */
export function storeKeptForm(browserToken: string, userId: number, form: TypedForm): Promise<boolean> {
  const browserHash = hashToken(browserToken);
  return write(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!user) return false;
    await deleteEarlier(tx, and(eq(keptForms.browserHash, browserHash), eq(keptForms.userId, userId)), form);
    await tx.insert(keptForms).values({ ...form, browserHash, userId, createdAt: now() });
    await deleteOlderThan(tx, mostOfBrowser, eq(keptForms.browserHash, browserHash));
    await deleteOlderThan(tx, mostInAll);
    return true;
  });
}

const keyOf = ({ fields }: Pick<TypedForm, "fields">) =>
  fields.find(([name]) => name === "formKey")?.[1] ?? JSON.stringify(fields);

/** Deletes what a form holds that was sent once more, by a double click or after going back. */
async function deleteEarlier(tx: Connection, condition: SQL | undefined, form: TypedForm) {
  const rows = await tx
    .select({ id: keptForms.id, fields: keptForms.fields })
    .from(keptForms)
    .where(and(condition, eq(keptForms.address, form.address)));
  const same = rows.filter((row) => keyOf(row) === keyOf(form)).map(({ id }) => id);
  await tx.delete(keptForms).where(inArray(keptForms.id, same));
}

/** Deletes all but the newest rows of those that meet a condition. */
async function deleteOlderThan(tx: Connection, newest: number, condition?: SQL) {
  const [last] = await tx
    .select({ id: keptForms.id })
    .from(keptForms)
    .where(condition)
    .orderBy(desc(keptForms.id))
    .limit(1)
    .offset(newest);
  if (last) await tx.delete(keptForms).where(and(condition, lte(keptForms.id, last.id)));
}

/**
 * The form that the viewer sent to an address from this browser before signing in again. What others sent
 * from it is deleted: whoever sits down at a shared machine never sees it.
 */
export async function readKeptForm(
  browserToken: string,
  viewer: Viewer,
  address: string,
): Promise<KeptForm | undefined> {
  const ofBrowser = eq(keptForms.browserHash, hashToken(browserToken));
  const { id, userId, createdAt } = keptForms;
  const rows = await db
    .select({ id, userId, createdAt, address: keptForms.address })
    .from(keptForms)
    .where(ofBrowser)
    .orderBy(desc(id));
  if (rows.some((row) => row.userId !== viewer.id)) {
    await write((tx) => tx.delete(keptForms).where(and(ofBrowser, ne(userId, viewer.id))));
  }
  const isLate = fromNow(-lifetime);
  const found = rows.find(
    (row) => row.userId === viewer.id && row.address === address && row.createdAt > isLate,
  );
  if (!found) return undefined;
  const { fields, fileNames } = keptForms;
  const [form] = await db
    .select({ id, address: keptForms.address, fields, fileNames })
    .from(keptForms)
    .where(eq(id, found.id));
  return form;
}

/** Forgets the kept form that a form of its owner was filled from. */
export const deleteKeptForm = ({ userId, keptFormId }: FormOwner): Promise<unknown> =>
  write((tx) => tx.delete(keptForms).where(and(eq(keptForms.id, keptFormId), eq(keptForms.userId, userId))));

/** Deletes what was kept longer than two hours. */
export const deleteExpiredKeptForms = (): Promise<unknown> =>
  write((tx) => tx.delete(keptForms).where(lte(keptForms.createdAt, fromNow(-lifetime))));
