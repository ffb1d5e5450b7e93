import type { ReactNode } from "react";
import type { SignInRefusalReason } from "~/models/accounts/sign-in-refusal";
import { AccountSheet } from "../account-sheet";
import { ButtonLink } from "../button";
import { ContinueLink } from "./continue-link";

export type RefusedSignIn = {
  reason: SignInRefusalReason;
  /** Whom the provider said it is, where that helps. */
  email?: string;
  /** The name of the identity provider. */
  provider: string;
  /** The firm whose administrator knows what to do. */
  firm: string;
  returnTo: string;
  isSignedIn: boolean;
  hasPasswords: boolean;
  reference: string;
};

type Words = { title: string; text: ReactNode; again?: "same" | "another"; hasReference?: true };

/** What is told to somebody whom the identity provider did not sign in, and where to go on. */
export function SignInRefusalPage({ refused }: { refused: RefusedSignIn }) {
  const { provider, returnTo, isSignedIn, hasPasswords, reference } = refused;
  const { title, text, again, hasReference } = words[refused.reason](refused);
  const address = returnTo === "/" ? "/login" : `/login?${new URLSearchParams({ returnTo })}`;
  return (
    <>
      <title>{`${title} · Redline`}</title>
      <AccountSheet title={title}>
        {text}
        {hasReference && (
          <p>
            Reference: <code>{reference}</code>
          </p>
        )}
        {isSignedIn && (
          <ButtonLink to={returnTo} tone="primary" className="w-full">
            Go on to Redline
          </ButtonLink>
        )}
        {!isSignedIn && again === "another" && (
          <ContinueLink provider={provider} returnTo={returnTo} choose label="Use another account" />
        )}
        {!isSignedIn && again === "same" && (
          <ContinueLink provider={provider} returnTo={returnTo} label="Try again" />
        )}
        {!isSignedIn && hasPasswords && (
          <p>
            <a href={address}>Sign in with a password</a>
          </p>
        )}
      </AccountSheet>
    </>
  );
}

const words: Record<SignInRefusalReason, (refused: RefusedSignIn) => Words> = {
  "no-account": ({ email, provider, firm }) => ({
    title: "This account is not set up here",
    text: (
      <>
        <p>
          {provider} says that you are <strong className="break-words">{email}</strong>. Redline has no
          account with that e-mail.
        </p>
        <p>Ask your administrator at {firm} to set it up, or use another account.</p>
      </>
    ),
    again: "another",
  }),
  inactive: ({ email, firm }) => ({
    title: "This account is not active",
    text: (
      <p>
        The account of <strong className="break-words">{email}</strong> has been closed here. Ask your
        administrator at {firm} to open it again, or use another account.
      </p>
    ),
    again: "another",
  }),
  unverified: ({ email, provider, firm }) => ({
    title: "This e-mail is not verified",
    text: (
      <>
        <p>
          {email ? (
            <>
              {provider} has not verified that <strong className="break-words">{email}</strong> is yours
            </>
          ) : (
            `${provider} did not tell your e-mail`
          )}
          , and Redline knows people by their verified e-mail.
        </p>
        <p>Verify it there and try again, or ask your administrator at {firm}.</p>
      </>
    ),
    again: "another",
  }),
  declined: ({ provider }) => ({
    title: "You are not signed in",
    text: <p>{provider} was told not to sign you in here. Nothing else has happened.</p>,
    again: "same",
  }),
  stale: () => ({
    title: "This sign-in is over",
    text: (
      <p>
        It has been used already, or it took too long, or it began in another browser. The browser's Back
        button leads here too.
      </p>
    ),
    again: "same",
  }),
  "too-many": () => ({
    title: "Too many tries",
    text: <p>Too many have failed to sign in from where you are. Wait a minute and try again.</p>,
    again: "same",
  }),
  forged: ({ provider, firm }) => ({
    title: "This sign-in was not accepted",
    text: (
      <p>
        What came back is not what {provider} answers to a sign-in that began here, so nobody is signed in.
        Try again; if it stays, tell your administrator at {firm}.
      </p>
    ),
    again: "same",
    hasReference: true,
  }),
  failed: ({ provider, firm }) => ({
    title: "Signing in did not work",
    text: (
      <p>
        {provider} and Redline do not understand each other. Your account is as it was. Tell your
        administrator at {firm}.
      </p>
    ),
    again: "same",
    hasReference: true,
  }),
  unreachable: ({ provider, firm }) => ({
    title: `${provider} does not answer`,
    text: (
      <p>
        Your account is as it was. Try again in a few minutes; if it stays, tell your administrator at {firm}.
      </p>
    ),
    again: "same",
    hasReference: true,
  }),
};
