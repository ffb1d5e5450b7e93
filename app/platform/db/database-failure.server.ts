import { Refusal } from "~/models/refusal";
import { measured } from "../measured.server";

const codeOf = (error: unknown): string => (error as { code?: string } | undefined)?.code ?? "";

/** Lock not available, deadlock, or serialization failure (PostgreSQL, appendix A): another one ended this query. */
const isBusy = (error: unknown): boolean => ["55P03", "40P01", "40001"].includes(codeOf(error));

/** Query canceled: it took longer than `statement_timeout`. */
export const isTooSlow = (error: unknown): boolean => codeOf(error) === "57014";

const connectionCodes =
  /^(ECONN(ABORTED|REFUSED|RESET)|EHOST(DOWN|UNREACH)|ENET(DOWN|UNREACH)|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|ENOENT)$/;
/** Refused credentials and a missing database count too, since both were right at the start. */
const connectionStates = /^(08...|28...|3D000|53[0234]00|57P0\d|25P0[34])$/;
const certificateCodes = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_)/;
const connectionMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool|Query read timeout)/;

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isCode = [connectionCodes, connectionStates, certificateCodes].some((codes) =>
    codes.test(codeOf(error)),
  );
  return isCode || connectionMessages.test(error.message);
}

/** Another row has the value of a unique index, or the row of a foreign key is gone (PostgreSQL: class 23). */
export const isConstraintViolation = (error: unknown): boolean =>
  /^(23\d{3}$|SQLITE_CONSTRAINT)/.test(codeOf(error));

export const retryAfter = 5;

function databaseRefusal(reason: "away" | "busy", message: string): Refusal {
  measured("databaseRefusal", { reason });
  return new Refusal(503, message, { retryAfter });
}

export const databaseAway = () =>
  databaseRefusal("away", "The database cannot be reached at the moment. Please try again in a few seconds.");

export const databaseBusy = () =>
  databaseRefusal("busy", "The server is busy. Nothing was saved. Please try again in a few seconds.");

export const errorOf = (work: () => Promise<unknown>): Promise<Error | undefined> =>
  work().then(
    () => undefined,
    (error: Error) => error,
  );

export const isAwayError = (error: unknown): boolean =>
  isDatabaseAway(error) || (error instanceof Refusal && error.status === 503);

export async function refuseIfAway<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isDatabaseAway(error)) throw databaseAway();
    if (isBusy(error) || isTooSlow(error)) throw databaseBusy();
    throw error;
  }
}
