export type FieldErrors = Record<string, string[]>;

export type RefusalDetails = {
  requiredRoles?: string[];
  /** Seconds to wait before the next request. */
  retryAfter?: number;
  current?: unknown;
  /** Tokens of the accepted files, to be sent in their place; another file was refused. */
  keptFiles?: string[];
  hint?: string;
  continueLink?: { to: string; label: string };
};

/** Thrown by a command that refuses a request. It is a Response, so pages and API endpoints can return it as it is. */
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
        "cache-control": "private, no-store",
        ...(details?.retryAfter ? { "retry-after": String(details.retryAfter) } : {}),
      },
    });
  }
}

export class ReusedKey extends Refusal {
  constructor() {
    super(
      409,
      "This formKey was sent before with another body, which was saved; this one was not. Send it with a new formKey.",
      { formKey: ["This key was sent before with another body"] },
    );
  }
}

export async function nullIfNotFound<Row>(query: Promise<Row>): Promise<Row | null> {
  try {
    return await query;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
}

/** 404 for a row that does not exist, or is outside the viewer's scope. */
export const notFound = (noun: string) => new Refusal(404, `${noun} not found`);
export const conflictRefusal = (message: string, current: unknown) =>
  new Refusal(409, message, undefined, { current });
export const refusalAtField = (field: string, message: string, status = 400) =>
  new Refusal(status, message, { [field]: [message] });
