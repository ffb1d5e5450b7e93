export type FieldErrors = Record<string, string[]>;

type RefusalDetails = {
  fields?: FieldErrors;
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
    readonly details: RefusalDetails = {},
  ) {
    const headers = { "content-type": "application/json", "cache-control": "private, no-store" };
    super(JSON.stringify({ message, ...details }), { status, headers });
    if (details.retryAfter) this.headers.set("retry-after", String(details.retryAfter));
  }

  get fields() {
    return this.details.fields;
  }
}

export class ReusedKey extends Refusal {
  constructor() {
    super(
      409,
      "This formKey was sent before with another body, which was saved; this one was not. Send it with a new formKey.",
      { fields: { formKey: ["This key was sent before with another body"] } },
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
export function foundRow<Row>([row]: readonly Row[], noun: string): Row {
  if (row === undefined) throw notFound(noun);
  return row;
}
export const conflictRefusal = (message: string, current: unknown) => new Refusal(409, message, { current });
export const refusalAtField = (field: string, message: string, status = 400) =>
  new Refusal(status, message, { fields: { [field]: [message] } });
