export type SignInRefusalFacts = {
  status: number;
  /** Whether only another account at the identity provider helps. */
  needsOtherAccount?: true;
  hasReference?: true;
};

export const signInRefusals = {
  "no-account": { status: 403, needsOtherAccount: true },
  inactive: { status: 403, needsOtherAccount: true },
  "other-account": { status: 403, needsOtherAccount: true, hasReference: true },
  unverified: { status: 403, needsOtherAccount: true },
  declined: { status: 403 },
  forged: { status: 403, hasReference: true },
  stale: { status: 410 },
  "too-many": { status: 429 },
  failed: { status: 502, hasReference: true },
  unreachable: { status: 503, hasReference: true },
} as const satisfies Record<string, SignInRefusalFacts>;

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
