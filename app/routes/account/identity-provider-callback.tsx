import { finishIdentityProviderSignIn } from "~/api/identity-provider-sign-in.server";
import { refusalUnlessOpened } from "~/http/cross-site.server";
import type { Route } from "./+types/identity-provider-callback";
import { SignInRefusalPage } from "./parts/sign-in-refusal-page";

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
