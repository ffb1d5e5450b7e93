export const signInRefusals = {
  "no-account": { status: 403 },
  inactive: { status: 403 },
  "other-account": { status: 403 },
  unverified: { status: 403 },
  declined: { status: 403 },
  forged: { status: 403 },
  stale: { status: 410 },
  "too-many": { status: 429 },
  failed: { status: 502 },
  unreachable: { status: 503 },
} as const;

export type SignInRefusalReason = keyof typeof signInRefusals;

export class SignInRefusal extends Error {
  /** For the log; never a secret. */
  readonly detail?: string;
  readonly email?: string;

  constructor(
    readonly reason: SignInRefusalReason,
    details: { detail?: string; email?: string } = {},
  ) {
    super(reason);
    Object.assign(this, details);
  }
}
