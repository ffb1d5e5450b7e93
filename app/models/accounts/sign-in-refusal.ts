/** Why nobody was signed in by an identity provider, each with the status of its page. */
export const signInRefusals = {
  "no-account": { status: 403 },
  inactive: { status: 403 },
  unverified: { status: 403 },
  declined: { status: 403 },
  forged: { status: 403 },
  stale: { status: 410 },
  "too-many": { status: 429 },
  failed: { status: 502 },
  unreachable: { status: 503 },
} as const;

export type SignInRefusalReason = keyof typeof signInRefusals;

type Details = {
  /** For the log: what exactly was wrong, in a word or two, never a secret. */
  detail?: string;
  /** Whom the provider said it is. */
  email?: string;
};

export class SignInRefusal extends Error {
  readonly detail?: string;
  readonly email?: string;

  constructor(
    readonly reason: SignInRefusalReason,
    { detail, email }: Details = {},
  ) {
    super(reason);
    this.detail = detail;
    this.email = email;
  }
}
