import { SignedIn } from "~/ui/page-frame";
import { addressContext, viewerOf } from "~/viewer.server";
import type { Route } from "./+types/profile";
import { loadProfile, profileAction } from "./parts/profile.server";
import { ProfilePage } from "./parts/profile-page";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  loadProfile(viewerOf(context, "profile.edit"), request);

export const action = ({ request, url, context }: Route.ActionArgs) =>
  profileAction({
    request,
    viewer: viewerOf(context, "profile.edit"),
    url,
    address: context.get(addressContext),
  });

export default function Profile({ loaderData }: Route.ComponentProps) {
  return (
    <SignedIn>
      <ProfilePage profile={loaderData} />
    </SignedIn>
  );
}
