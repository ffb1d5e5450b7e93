import { and, eq } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { measured } from "~/platform/measured.server";
import { seal, unseal } from "~/platform/sealed.server";
import { hashToken } from "~/platform/secret.server";
import { recordEvent } from "../audit.server";
import { Refusal } from "../refusal";
import { users } from "../tables.server";
import type { User } from "./invitation.server";
import { browserOf, recordKnownAddress } from "./known-sender.server";
import { newKey } from "./one-time-code.server";
import { refuseIfPasswordsAreOff } from "./password.server";
import { clearAttempt, recordAttempt } from "./password-attempt.server";
import { startSession } from "./session.server";
import {
  confirmedFactor,
  readCode,
  readTwoFactor,
  requiresTwoFactor,
  stepLifetime,
  takeCode,
  turnOn,
} from "./two-factor.server";

/** What follows a right password: a session, or a code of the app, which may have to be set up first. */
export type FirstStep = { session: string } | { secondStep: string };

/** `password` is a hash of the stored one: a changed password ends the step. */
type SecondStep = { userId: number; password: string; key?: string };

type Next = { session: string } | { needs: "code" | "set-up" };

/** Starts a session unless the user needs a second step. Call inside a transaction. */
export async function startSessionOrStep(tx: Connection, user: User, userAgent: string): Promise<Next> {
  if (await readTwoFactor(user, tx)) return { needs: "code" };
  if (requiresTwoFactor(user)) return { needs: "set-up" };
  return { session: await startSession(tx, user.id, userAgent) };
}

/** Seals a second step for ten minutes. The new key of a set-up is in it, and nowhere else. */
export async function firstStepOf(user: User, next: Next): Promise<FirstStep> {
  if ("session" in next) return next;
  const step: SecondStep = { userId: user.id, password: passwordOf(user) };
  if (next.needs === "set-up") step.key = newKey();
  return { secondStep: await seal("second-step", step, new Date(Date.now() + stepLifetime)) };
}

const passwordOf = ({ passwordHash }: Pick<User, "passwordHash">) => hashToken(passwordHash ?? "");

/** Returns who is signing in, with the key of a set-up; null if the step is over. */
export async function readSecondStep(sealed: string) {
  const step = (await unseal<SecondStep>("second-step", sealed))?.value;
  return step ? userOfStep(db, step) : null;
}

async function userOfStep(connection: Connection, { userId, password, key }: SecondStep) {
  const isActive = and(eq(users.id, userId), eq(users.isActive, true));
  const [user] = await connection.select().from(users).where(isActive);
  if (!user || passwordOf(user) !== password) return null;
  const isOn = (await readTwoFactor(user, connection)) !== null;
  // Since the password it may have been turned off, or set up in another browser.
  return isOn === (key === undefined) ? { user, key } : null;
}

type Client = { address: string; browser?: string; userAgent: string };

/** Signs in with a code, or sets the app up and returns the recovery codes too. 410 if the step is over. */
export async function finishSignIn(sealed: string, code: string, client: Client) {
  refuseIfPasswordsAreOff();
  const step = (await unseal<SecondStep>("second-step", sealed))?.value;
  const pending = step && (await userOfStep(db, step));
  if (!pending) throw stepIsOver();
  const { user, key } = pending;
  const { address } = client;
  const attempt = await recordAttempt(user.email, address, client.browser === browserOf(user.email));
  const pass = key === undefined ? await codePass(user, code) : await setUpPass(user, key, code);
  const signedIn = await write(async (tx) => {
    if (!(await userOfStep(tx, step))) throw stepIsOver();
    const { refusal, recoveryCodes } = await pass(tx);
    if (refusal) {
      await recordEvent(tx, user, "sign-in.failed", user.id, { email: user.email, with: "code" });
      return refusal;
    }
    await clearAttempt(tx, attempt);
    await recordKnownAddress(tx, address);
    await recordEvent(tx, user, "sign-in.succeeded", user.id, { address, with: "code" });
    return { user, recoveryCodes, session: await startSession(tx, user.id, client.userAgent) };
  });
  const isRefused = signedIn instanceof Refusal;
  measured("signIn", { outcome: isRefused ? "failed" : "succeeded" });
  if (isRefused) throw signedIn;
  return signedIn;
}

type Pass = (tx: Connection) => Promise<{ refusal?: Refusal; recoveryCodes?: string[] }>;

async function codePass(user: User, typed: string): Promise<Pass> {
  const code = await readCode(user.id, typed);
  return async (tx) => ({ refusal: await takeCode(tx, user, code) });
}

async function setUpPass(user: User, key: string, code: string): Promise<Pass> {
  const factor = await confirmedFactor(user, key, code);
  return async (tx) => ({ recoveryCodes: await turnOn(tx, user, factor) });
}

const stepIsOver = () =>
  new Refusal(410, "This sign-in took longer than ten minutes, or was changed. Sign in again.");
