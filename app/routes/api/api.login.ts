import { redirect } from "react-router";
import { methods } from "~/api.server";
import { localAddress } from "~/http/origin.server";
import { leadsToProvider, startProviderSignIn } from "~/pages/accounts/provider-sign-in.server";
import type { Route } from "./+types/api.login";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      if (leadsToProvider(url)) return startProviderSignIn(request, url, context);
      const returnTo = localAddress(url.searchParams.get("returnTo"));
      return redirect(returnTo === "/" ? "/login" : `/login?${new URLSearchParams({ returnTo })}`);
    },
  });

export const action = loader;
