import { data, redirect } from "react-router";
import { identityProvider } from "~/api/identity-provider.server";
import { SignInSchema } from "~/models/accounts/account.schema.server";
import { endPreviousSession } from "~/models/accounts/session.server";
import { env } from "~/platform/env.server";
import { submit } from "~/platform/forms/form.server";
import { localAddress } from "~/platform/http/cross-site.server";
import { addressContext, maybeViewer } from "~/platform/http/viewer.server";
import { AccountPanel } from "~/ui/account-panel";
import { Button } from "~/ui/button";
import { EmailField, PasswordField } from "~/ui/fields";
import { CircleAlert } from "~/ui/icons";
import { PostForm, usePostForm } from "~/ui/post-form";
import type { Route } from "./+types/login";
import { IdentityProviderLink } from "./parts/identity-provider-link";
import { signInByPassword } from "./parts/password-strategy.server";
import { secondStepAddress, signedInHeaders, startSecondStepHeader } from "./parts/sign-in-cookies.server";

export const handle = { scripts: false };

export function loader({ url, context }: Route.LoaderArgs) {
  const returnTo = localAddress(url.searchParams.get("returnTo"));
  if (maybeViewer(context)) throw redirect(returnTo);
  const isUnavailable = url.searchParams.has("problem");
  return data(
    {
      returnTo,
      hasPasswords: env.PASSWORD_SIGN_IN,
      identityProvider: identityProvider?.name,
      isUnavailable,
    },
    { status: isUnavailable ? 503 : 200 },
  );
}

export function action({ request, url, context }: Route.ActionArgs) {
  return submit(request, SignInSchema, {}, async (credentials) => {
    const first = await signInByPassword(request, credentials, context.get(addressContext));
    const returnTo = localAddress(url.searchParams.get("returnTo"));
    if ("secondStep" in first) {
      const headers = { "Set-Cookie": await startSecondStepHeader(first.secondStep) };
      return redirect(secondStepAddress(returnTo), { headers });
    }
    await endPreviousSession(maybeViewer(context));
    return redirect(returnTo, { headers: await signedInHeaders(first.session, credentials.email) });
  });
}

export default function Login({ loaderData }: Route.ComponentProps) {
  const { returnTo, hasPasswords, identityProvider, isUnavailable } = loaderData;
  return (
    <AccountPanel
      title="Sign in to access your dashboard"
      documentTitle="Sign in"
      isError={Boolean(identityProvider && isUnavailable)}
    >
      {identityProvider && isUnavailable && (
        <div className="error-summary" role="alert">
          <CircleAlert />
          <p>
            {identityProvider} is not available at the moment. Try again in a few minutes. If the problem
            continues, contact your administrator.
          </p>
        </div>
      )}
      {hasPasswords && <PasswordForm />}
      {identityProvider && hasPasswords && <p className="panel-or">or</p>}
      {identityProvider && (
        <IdentityProviderLink
          name={identityProvider}
          returnTo={returnTo}
          isSecondary={hasPasswords}
          label={isUnavailable && !hasPasswords ? "Try again" : undefined}
        />
      )}
    </AccountPanel>
  );
}

function PasswordForm() {
  const [form, fields] = usePostForm<"email" | "password">("login");
  return (
    <PostForm form={form} hasToast={false} className="stack">
      <EmailField field={fields.email} label="Email" autoComplete="username" required autoFocus />
      <PasswordField field={fields.password} label="Password" />
      <Button tone="primary" className="w-full">
        Sign In
      </Button>
    </PostForm>
  );
}
