export type FieldErrors = Record<string, string[]>;

/** What else an answer may carry. */
export type RefusalDetails = {
  /** Who would be let in, for whoever would not be. */
  requiredRoles?: string[];
  /** Seconds to wait. */
  retryAfter?: number;
  /** The row as somebody else left it. */
  current?: unknown;
  /** Tokens of the good files beside a refused one, to be sent in their place. */
  keptFiles?: string[];
  /** What a page says under the message. */
  hint?: string;
  /** Where to go on from here. */
  continueLink?: { to: string; label: string };
};

/** The domain's "no". It is a Response, so that pages and calls understand it without translation. */
export class Refusal extends Response {
  constructor(
    status: number,
    readonly message: string,
    readonly fields?: FieldErrors,
    readonly details?: RefusalDetails,
  ) {
    super(JSON.stringify({ message, fields, ...details }), {
      status,
      headers: {
        "content-type": "application/json",
        "cache-control": "no-store",
        ...(details?.retryAfter ? { "retry-after": String(details.retryAfter) } : {}),
      },
    });
  }
}

/** What a read returns, or null if it is refused with 404. */
export async function nullIfNotFound<Row>(read: Promise<Row>): Promise<Row | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
}

/** 404 for a row that does not exist, or is outside the viewer's scope. */
export const notFound = (what: string) => new Refusal(404, `${what} not found`);
/** 409 because of a row that exists; `current` is that row as it is now. */
export const conflictRefusal = (message: string, current: unknown) =>
  new Refusal(409, message, undefined, { current });
/** A refusal shown at one field; 400, or 409 where another row is in the way. */
export const fieldRefusal = (field: string, message: string, status = 400) =>
  new Refusal(status, message, { [field]: [message] });
