import { refusalUnlessOpened } from "~/http/cross-site.server";
import { finishIdentityProviderSignIn } from "~/pages/accounts/identity-provider-sign-in.server";
import { SignInRefusalPage } from "~/ui/accounts/sign-in-refusal-page";
import type { Route } from "./+types/api.callback";

export const handle = { scripts: false };

/** Passes on the headers that delete the cookies of the sign-in, or Retry-After after too many attempts. */
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function loader({ request, url, context }: Route.LoaderArgs) {
  const refusal = refusalUnlessOpened(request);
  if (refusal) throw refusal;
  return finishIdentityProviderSignIn(request, url, context);
}

export default function Callback({ loaderData }: Route.ComponentProps) {
  return <SignInRefusalPage refused={loaderData} />;
}
