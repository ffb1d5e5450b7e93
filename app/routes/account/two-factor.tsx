import { addressContext, viewerOf } from "~/platform/http/viewer.server";
import { SignedIn } from "~/ui/page-frame";
import type { Route } from "./+types/two-factor";
import { loadTwoFactor, twoFactorAction } from "./parts/two-factor.server";
import { TwoFactorPage } from "./parts/two-factor-page";

/** So that no key and no code is kept in the tab. */
export const handle = { scripts: false };

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  loadTwoFactor({ request, url, viewer: viewerOf(context, "profile.edit") });

export const action = ({ request, url, context }: Route.ActionArgs) =>
  twoFactorAction({
    request,
    url,
    viewer: viewerOf(context, "profile.edit"),
    address: context.get(addressContext),
  });

export default function TwoFactor({ loaderData }: Route.ComponentProps) {
  return (
    <SignedIn>
      <TwoFactorPage twoFactor={loaderData} />
    </SignedIn>
  );
}
