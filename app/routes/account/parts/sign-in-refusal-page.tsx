import type { ReactNode } from "react";
import {
  type SignInRefusalFacts,
  type SignInRefusalReason,
  signInRefusals,
} from "~/models/accounts/sign-in-refusal";
import { AccountPanel } from "~/ui/account-panel";
import { ButtonLink } from "~/ui/button";
import { IdentityProviderLink } from "./identity-provider-link";

export type RefusedSignIn = {
  reason: SignInRefusalReason;
  email?: string;
  identityProvider: string;
  provider: string;
  returnTo: string;
  isSignedIn: boolean;
  hasPasswords: boolean;
  reference: string;
};

type Message = { title: string; text: ReactNode };

export function SignInRefusalPage({ refused }: { refused: RefusedSignIn }) {
  const { identityProvider, returnTo, isSignedIn, hasPasswords, reference } = refused;
  const { title, text } = messages[refused.reason](refused);
  const { needsOtherAccount, hasReference }: SignInRefusalFacts = signInRefusals[refused.reason];
  const address = returnTo === "/" ? "/login" : `/login?${new URLSearchParams({ returnTo })}`;
  return (
    <AccountPanel title={title} isError>
      {text}
      {hasReference && (
        <p>
          Reference: <code>{reference}</code>
        </p>
      )}
      {isSignedIn && (
        <ButtonLink to={returnTo} tone="primary" className="w-full">
          Continue to Redline
        </ButtonLink>
      )}
      {!isSignedIn && (
        <IdentityProviderLink
          name={identityProvider}
          returnTo={returnTo}
          chooseAccount={needsOtherAccount}
          label={needsOtherAccount ? "Use another account" : "Try again"}
        />
      )}
      {!isSignedIn && hasPasswords && (
        <p>
          <a href={address}>Sign in with a password</a>
        </p>
      )}
    </AccountPanel>
  );
}

const messages: Record<SignInRefusalReason, (refused: RefusedSignIn) => Message> = {
  "no-account": ({ email, identityProvider, provider }) => ({
    title: "This account is not set up here",
    text: (
      <>
        <p>
          You signed in at {identityProvider} as <strong className="break-words">{email}</strong>. Redline has
          no account with that email.
        </p>
        <p>Ask your administrator at {provider} to create the account, or use another one.</p>
      </>
    ),
  }),
  inactive: ({ email, provider }) => ({
    title: "This account is not active",
    text: (
      <p>
        The account of <strong className="break-words">{email}</strong> is inactive. Ask your administrator at{" "}
        {provider} to activate it again, or use another account.
      </p>
    ),
  }),
  "other-account": ({ email, identityProvider, provider }) => ({
    title: "This account belongs to another sign-in",
    text: (
      <>
        <p>
          Redline knows <strong className="break-words">{email}</strong> by another account at{" "}
          {identityProvider} than the one that you used now.
        </p>
        <p>
          Use that one. If it no longer exists, ask your administrator at {provider} to release it in Redline.
        </p>
      </>
    ),
  }),
  unverified: ({ email, identityProvider, provider }) => ({
    title: "This email is not verified",
    text: (
      <>
        <p>
          {email ? (
            <>
              {identityProvider} has not verified that <strong className="break-words">{email}</strong> is
              yours
            </>
          ) : (
            `${identityProvider} did not send your email`
          )}
          , and Redline identifies people by their verified email.
        </p>
        <p>Verify it there and try again, or ask your administrator at {provider}.</p>
      </>
    ),
  }),
  declined: ({ identityProvider }) => ({
    title: "You are not signed in",
    text: <p>The sign-in at {identityProvider} was cancelled.</p>,
  }),
  stale: () => ({
    title: "This sign-in is over",
    text: (
      <p>
        It was already used, took too long, or was started in another browser. The browser's Back button can
        also lead here. Try again.
      </p>
    ),
  }),
  "too-many": () => ({
    title: "Too many attempts",
    text: <p>Too many sign-ins from your network have failed. Wait a minute and try again.</p>,
  }),
  forged: ({ identityProvider, provider }) => ({
    title: "This sign-in was not accepted",
    text: (
      <p>
        The response of {identityProvider} does not belong to a sign-in that was started here. Try again. If
        the problem continues, contact your administrator at {provider}.
      </p>
    ),
  }),
  failed: ({ identityProvider, provider }) => ({
    title: "Signing in did not work",
    text: (
      <p>
        {identityProvider} and Redline could not complete the sign-in. Your account is unchanged. Contact your
        administrator at {provider}.
      </p>
    ),
  }),
  unreachable: ({ identityProvider, provider }) => ({
    title: `${identityProvider} does not respond`,
    text: (
      <p>
        Your account is unchanged. Try again in a few minutes. If the problem continues, contact your
        administrator at {provider}.
      </p>
    ),
  }),
};
