import { data, redirect } from "react-router";
import { identityProvider } from "~/api/identity-provider.server";
import { env } from "~/env.server";
import { submit } from "~/form.server";
import { localAddress } from "~/http/cross-site.server";
import { SignInSchema } from "~/models/accounts/account.schema.server";
import { endPreviousSession } from "~/models/accounts/session.server";
import { addressContext, maybeViewer } from "~/viewer.server";
import type { Route } from "./+types/login";
import { LoginPage } from "./parts/login-page";
import { signInByPassword } from "./parts/password-strategy.server";

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
    const headers = await signInByPassword(request, credentials, context.get(addressContext));
    await endPreviousSession(maybeViewer(context));
    return redirect(localAddress(url.searchParams.get("returnTo")), { headers });
  });
}

export default function Login({ loaderData }: Route.ComponentProps) {
  return <LoginPage {...loaderData} />;
}
