import { and, eq, lt, sql } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { existsIn } from "~/platform/db/exists.server";
import { env } from "~/platform/env.server";
import { logLine } from "~/platform/log.server";
import { seal, unseal } from "~/platform/sealed.server";
import { hashToken } from "~/platform/secret.server";
import { type EventActor, recordEvent } from "../audit.server";
import { formatTime, fromNow, now } from "../clock.server";
import { emailTo, queueEmails } from "../mail/mail.server";
import { personName } from "../person";
import { pluralize } from "../pluralize";
import { isAdministrator, type Role, type Viewer } from "../policy";
import { Refusal, refusalAtField } from "../refusal";
import { recoveryCodes, twoFactors, users } from "../tables.server";
import type { BothFactors } from "./account.schema.server";
import { isAppCode, newKey, newRecoveryCode, plainCode, stepOfCode } from "./one-time-code.server";
import { checkOwnPassword } from "./own-password.server";
import { refuseIfPasswordsAreOff } from "./password.server";
import { clearAttempt } from "./password-attempt.server";
import { endSessionsOf } from "./session.server";

const minute = 60 * 1000;

/** Of a set-up, and of a sign-in between password and code, in milliseconds. */
export const stepLifetime = 10 * minute;

const recoveryCodeCount = 10;
const wrongCodeLimit = 10;
const closedFor = 60 * minute;

type Person = Pick<Viewer, "id" | "firstName" | "lastName" | "email">;

/** Whether the setting makes users of a role sign in with a code. */
export const requiresTwoFactor = ({ role }: { role: Role | null }): boolean =>
  env.TWO_FACTOR === "everybody" || (env.TWO_FACTOR === "administrators" && isAdministrator(role));

const remainingCodes = sql<number>`(select count(*) from ${recoveryCodes} where ${recoveryCodes.twoFactorId} = ${twoFactors.id})`;

/** Returns since when a code is asked for and how many recovery codes are left; null if none is asked for. */
export async function readTwoFactor({ id }: Pick<Viewer, "id">, connection: Connection = db) {
  const [factor] = await connection
    .select({ since: twoFactors.createdAt, recoveryCodes: remainingCodes.mapWith(Number) })
    .from(twoFactors)
    .where(eq(twoFactors.userId, id));
  return factor ?? null;
}

/** A condition about the users of a query. */
export const hasTwoFactor = existsIn(twoFactors, eq(twoFactors.userId, users.id));

const sealKey = (userId: number, key: string) => seal(`two-factor ${userId}`, key);
const unsealKey = (userId: number, sealed: string) => unseal<string>(`two-factor ${userId}`, sealed);

type SetUp = { userId: number; key: string };

/** Checks the password and returns a new key, sealed for ten minutes. 409 if two-factor sign-in is on. */
export async function startSetUp(viewer: Viewer, currentPassword: string, address: string): Promise<string> {
  refuseIfPasswordsAreOff();
  const { attempt } = await checkOwnPassword(viewer, currentPassword, address);
  await write(async (tx) => {
    await clearAttempt(tx, attempt);
    if (await readTwoFactor(viewer, tx)) throw alreadyOn();
  });
  const setUp: SetUp = { userId: viewer.id, key: newKey() };
  return seal("set-up", setUp, new Date(Date.now() + stepLifetime));
}

/** Returns the key of a set-up; null if it is over or another user's. */
export async function readSetUp(viewer: Viewer, sealed: string): Promise<string | null> {
  const setUp = (await unseal<SetUp>("set-up", sealed))?.value;
  return setUp?.userId === viewer.id ? setUp.key : null;
}

/** Asks for codes of the key from now on, and returns the recovery codes. 410 if the set-up is over. */
export async function finishSetUp(viewer: Viewer, sealed: string, code: string): Promise<string[]> {
  refuseIfPasswordsAreOff();
  const key = await readSetUp(viewer, sealed);
  if (key === null) throw new Refusal(410, "This took longer than ten minutes. Start again.");
  const factor = await confirmedFactor(viewer, key, code);
  return write((tx) => turnOn(tx, viewer, factor, viewer.sessionId));
}

type ConfirmedFactor = { sealedKey: string; lastStep: number };

/** Seals a key after its first code. */
export async function confirmedFactor(
  { id }: Pick<Person, "id">,
  key: string,
  code: string,
): Promise<ConfirmedFactor> {
  const lastStep = stepOfCode(key, plainCode(code));
  if (lastStep === null) throw wrongCode();
  return { sealedKey: await sealKey(id, key), lastStep };
}

/** Ends the person's other sessions, and returns the recovery codes. Call inside a transaction. */
export async function turnOn(
  tx: Connection,
  user: Person,
  factor: ConfirmedFactor,
  sessionId: number | null = null,
): Promise<string[]> {
  const [added] = await tx
    .insert(twoFactors)
    .values({ ...factor, userId: user.id, createdAt: now() })
    .onConflictDoNothing()
    .returning({ id: twoFactors.id });
  if (!added) throw alreadyOn();
  await endSessionsOf(tx, user.id, sessionId ?? undefined);
  await recordEvent(tx, user, "user.two-factor-on", user.id, {});
  await mailTo(tx, user, "Two-factor sign-in is on", [
    "From now on Redline asks for a code of your app when you sign in with your password. Your other sessions are signed out.",
  ]);
  return replaceRecoveryCodes(tx, added.id);
}

async function replaceRecoveryCodes(tx: Connection, twoFactorId: number): Promise<string[]> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.twoFactorId, twoFactorId));
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ codeHash: hashToken(code), twoFactorId })));
  return codes;
}

/** Replaces the recovery codes, also those that are left, and returns them. */
export const renewRecoveryCodes = (viewer: Viewer, factors: BothFactors, address: string) =>
  withBothFactors(viewer, factors, address, async (tx, factorId) => {
    await recordEvent(tx, viewer, "user.recovery-codes-renewed", viewer.id, {});
    await mailTo(tx, viewer, "New recovery codes", [
      "New recovery codes were made for your account. The earlier ones no longer work.",
    ]);
    return replaceRecoveryCodes(tx, factorId);
  });

/** 409 if the setting requires it of the viewer. */
export async function turnOff(viewer: Viewer, factors: BothFactors, address: string): Promise<void> {
  if (requiresTwoFactor(viewer)) throw new Refusal(409, "Two-factor sign-in is required for your account");
  await withBothFactors(viewer, factors, address, (tx) => deleteFactor(tx, viewer, viewer, viewer.sessionId));
}

async function withBothFactors<Result>(
  viewer: Viewer,
  { currentPassword, oneTimeCode }: BothFactors,
  address: string,
  change: (tx: Connection, factorId: number) => Promise<Result>,
): Promise<Result> {
  refuseIfPasswordsAreOff();
  const { attempt } = await checkOwnPassword(viewer, currentPassword, address);
  const given = await readCode(viewer.id, oneTimeCode);
  const result = await write(async (tx) => {
    const refusal = await takeCode(tx, viewer, given);
    if (refusal) {
      await recordEvent(tx, viewer, "user.code-refused", viewer.id, { address });
      return { refusal };
    }
    await clearAttempt(tx, attempt);
    return { value: await change(tx, given.factorId) };
  });
  if (result.refusal) throw result.refusal;
  return result.value;
}

/** For an administrator or the operator, when a person has lost the app and the recovery codes. */
export async function turnOffFor(tx: Connection, actor: EventActor, user: Person): Promise<void> {
  if (actor?.id === user.id) throw new Refusal(409, "Turn off your own two-factor sign-in on your profile");
  if (!(await readTwoFactor(user, tx))) {
    throw new Refusal(409, `${personName(user)} does not use two-factor sign-in`);
  }
  await deleteFactor(tx, actor, user);
}

async function deleteFactor(
  tx: Connection,
  actor: EventActor,
  user: Person,
  sessionId: number | null = null,
): Promise<void> {
  await tx.delete(twoFactors).where(eq(twoFactors.userId, user.id));
  await endSessionsOf(tx, user.id, sessionId ?? undefined);
  await recordEvent(tx, actor, "user.two-factor-off", user.id, {});
  const by = actor?.id === user.id ? "" : ` ${actor ? personName(actor) : "The operator"} turned it off.`;
  await mailTo(tx, user, "Two-factor sign-in is off", [
    `Redline asks for no code any more when you sign in with your password.${by} Your other sessions are signed out.`,
  ]);
}

const mailTo = (tx: Connection, user: Person, subject: string, lines: string[]) =>
  queueEmails(
    tx,
    emailTo(user, {
      subject,
      lines: [...lines, `If this was not you, tell your administrator at ${env.PROVIDER_NAME} at once.`],
      label: "Two-factor sign-in",
      path: "/profile/two-factor",
    }),
  );

/** What a typed code is: one of the app, with its time step, or a recovery code. */
type GivenCode = { factorId: number } & ({ step: number | null } | { codeHash: string });

export async function readCode(userId: number, typed: string): Promise<GivenCode> {
  const [factor] = await db.select().from(twoFactors).where(eq(twoFactors.userId, userId));
  if (!factor) throw new Refusal(409, "Two-factor sign-in was turned off in the meantime");
  const code = plainCode(typed);
  if (!isAppCode(code)) return { factorId: factor.id, codeHash: hashToken(code) };
  const key = await unsealKey(userId, factor.sealedKey);
  if (!key) throw refusalAtField("oneTimeCode", unreadableKey, 409);
  return { factorId: factor.id, step: stepOfCode(key.value, code) };
}

/** Uses a code up, or counts a wrong one and returns the refusal. Call inside a transaction that commits both. */
export async function takeCode(tx: Connection, user: Person, given: GivenCode): Promise<Refusal | undefined> {
  const isFactor = eq(twoFactors.id, given.factorId);
  const [factor] = await tx.select().from(twoFactors).where(isFactor);
  if (!factor) return wrongCode();
  if ("codeHash" in given) {
    const isCode = and(eq(recoveryCodes.twoFactorId, factor.id), eq(recoveryCodes.codeHash, given.codeHash));
    const used = await tx.delete(recoveryCodes).where(isCode).returning();
    if (used.length === 0) return wrongCode();
    await tx.update(twoFactors).set({ wrongCodes: 0 }).where(isFactor);
    await noteUsedRecoveryCode(tx, user);
    return undefined;
  }
  const closedUntil = endOfClosing(factor);
  if (closedUntil) return tooManyWrongCodes(closedUntil);
  if (given.step === null) {
    await countWrongCode(tx, user, factor);
    return wrongCode();
  }
  const isLater = and(isFactor, lt(twoFactors.lastStep, given.step));
  const taken = await tx
    .update(twoFactors)
    .set({ lastStep: given.step, wrongCodes: 0 })
    .where(isLater)
    .returning({ id: twoFactors.id });
  return taken.length > 0 ? undefined : refusalAtField("oneTimeCode", usedCode, 401);
}

async function noteUsedRecoveryCode(tx: Connection, user: Person): Promise<void> {
  const remaining = (await readTwoFactor(user, tx))?.recoveryCodes ?? 0;
  await recordEvent(tx, user, "user.recovery-code-used", user.id, { remaining });
  await mailTo(tx, user, "A recovery code was used", [
    `A recovery code of your account was used. ${pluralize(remaining, "is", "are")} left.`,
  ]);
}

type Factor = typeof twoFactors.$inferSelect;

/** A guess of six digits hits one of three valid codes: ten in a minute, for days, would find one. */
async function countWrongCode(tx: Connection, user: Person, { id, wrongCodes }: Factor): Promise<void> {
  await tx
    .update(twoFactors)
    .set({ wrongCodes: wrongCodes + 1, lastWrongAt: now() })
    .where(eq(twoFactors.id, id));
  if (wrongCodes + 1 !== wrongCodeLimit) return;
  await mailTo(tx, user, "Wrong codes for your account", [
    `Someone with your password has entered ${wrongCodeLimit} wrong codes. For an hour Redline accepts your recovery codes only. If it was not you, change your password.`,
  ]);
}

/** Returns until when codes of the app are refused; undefined if they are accepted. */
function endOfClosing({ wrongCodes, lastWrongAt }: Factor): string | undefined {
  if (wrongCodes < wrongCodeLimit || lastWrongAt === null) return undefined;
  // After a clock was set back, the last one would be in the future.
  const isRecent = lastWrongAt > fromNow(-closedFor) && lastWrongAt <= now();
  return isRecent ? new Date(Date.parse(lastWrongAt) + closedFor).toISOString() : undefined;
}

const tooManyWrongCodes = (until: string) =>
  refusalAtField(
    "oneTimeCode",
    `Too many wrong codes. Use a recovery code, or wait until ${formatTime(until)}.`,
    429,
  );

const wrongCode = () =>
  refusalAtField("oneTimeCode", "This code is wrong or too old. Enter the one that your app shows now.", 401);

const usedCode = "This code was already used. Wait until your app shows the next one.";

const unreadableKey = `Codes of your app cannot be checked at the moment. Use a recovery code, or ask your administrator at ${env.PROVIDER_NAME}.`;

const alreadyOn = () => new Refusal(409, "Two-factor sign-in is already on");

/** Seals the keys with the first SESSION_SECRET anew, before the operator removes the others. */
export async function resealKeys(): Promise<void> {
  let unreadable = 0;
  for (const { id, userId, sealedKey } of await db.select().from(twoFactors)) {
    const opened = await unsealKey(userId, sealedKey);
    if (!opened) unreadable += 1;
    if (!opened?.isOutdated) continue;
    const isSame = and(eq(twoFactors.id, id), eq(twoFactors.sealedKey, sealedKey));
    const next = { sealedKey: await sealKey(userId, opened.value) };
    await write((tx) => tx.update(twoFactors).set(next).where(isSame));
  }
  if (unreadable > 0) {
    logLine(
      `Two-factor sign-in: the keys of ${pluralize(unreadable, "user", "users")} need an earlier SESSION_SECRET. Put it back, after a comma.`,
    );
  }
}
