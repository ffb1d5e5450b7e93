import { redirect } from "react-router";
import { methods } from "~/api.server";
import { localAddress, refusalUnlessOpened } from "~/http/origin.server";
import {
  startIdentityProviderSignIn,
  usesIdentityProvider,
} from "~/pages/accounts/identity-provider-sign-in.server";
import type { Route } from "./+types/api.login";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      if (usesIdentityProvider(url)) {
        return refusalUnlessOpened(request) ?? startIdentityProviderSignIn(request, url, context);
      }
      const returnTo = localAddress(url.searchParams.get("returnTo"));
      return redirect(returnTo === "/" ? "/login" : `/login?${new URLSearchParams({ returnTo })}`);
    },
  });

export const action = loader;
