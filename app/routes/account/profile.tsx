import { data } from "react-router";
import { env } from "~/env.server";
import { refuseOtherMethods, submit } from "~/form.server";
import { ChangePasswordForm, EndSessionForm, ProfileForm } from "~/models/accounts/account.form.server";
import { ApiKeyForm, RevokeApiKeyForm } from "~/models/accounts/api-key.form.server";
import { createApiKey, listApiKeys, revokeApiKey } from "~/models/accounts/api-key.server";
import { shortestPassword } from "~/models/accounts/password.server";
import { endSession, listSessions } from "~/models/accounts/session.server";
import { changePassword, updateProfile } from "~/models/accounts/user.server";
import { formatMoment } from "~/models/clock.server";
import { Refusal } from "~/models/refusal";
import { newFormKey } from "~/models/secret.server";
import { redirectWithKey, takeShownKey } from "~/pages/accounts/shown-key.server";
import { submitPicture } from "~/pages/files/picture-form.server";
import { redirectWithSuccess } from "~/toast.server";
import { ProfilePage } from "~/ui/accounts/profile-page";
import { SignedIn } from "~/ui/signed-in";
import { addressContext, viewerOf } from "~/viewer.server";
import type { Route } from "./+types/profile";

export const meta: Route.MetaFunction = () => [{ title: "Profile · Redline" }];

/** How long to wait, after too many tries or while too many sign in. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "profile.edit");
  const { firstName, lastName, email, profileImageUrl } = viewer;
  const sessions = (await listSessions(viewer)).map(({ createdAt, lastSeenAt, ...session }) => ({
    ...session,
    started: formatMoment(createdAt),
    lastUsed: formatMoment(lastSeenAt),
  }));
  const keys = (await listApiKeys(viewer)).map(({ createdAt, lastUsedAt, ...key }) => ({
    ...key,
    created: formatMoment(createdAt),
    lastUsed: lastUsedAt && formatMoment(lastUsedAt),
  }));
  const { shown, headers } = await takeShownKey(request);
  const apiKeys = { keys, formKey: newFormKey(), shown };
  const person = { firstName, lastName, email, profileImageUrl };
  const profile = { person, sessions, shortestPassword, hasPasswords: env.PASSWORD_SIGN_IN, apiKeys };
  return data(profile, { headers });
}

/** Each form of the page goes to an address of its own: `?name`, `?picture`, `?api-key` and so on. */
export function action({ request, url, context }: Route.ActionArgs) {
  refuseOtherMethods(request);
  const viewer = viewerOf(context, "profile.edit");
  const done = (description: string) => redirectWithSuccess("/profile", description);
  const asked = (form: string) => url.searchParams.has(form);

  if (asked("name")) {
    return submit(request, ProfileForm, async (names) => {
      await updateProfile(viewer, names);
      return done("Your name is saved");
    });
  }
  if (asked("picture")) {
    return submitPicture(request, async (profileImagePath) => {
      await updateProfile(viewer, { profileImagePath });
      return done(profileImagePath ? "Your picture is saved" : "Your picture is removed");
    });
  }
  if (asked("password")) {
    return submit(request, ChangePasswordForm, async ({ currentPassword, password }) => {
      await changePassword(viewer, currentPassword, password, context.get(addressContext));
      return done("Your password is changed, and other sessions are signed out");
    });
  }
  if (asked("session")) {
    return submit(request, EndSessionForm, async ({ sessionId }) => {
      await endSession(viewer, sessionId);
      return done("The session is signed out");
    });
  }
  if (asked("api-key")) {
    return submit(request, ApiKeyForm, async (fields) => {
      const { key } = await createApiKey(viewer, fields);
      return key
        ? redirectWithKey("/profile", "The key is made", { name: fields.name, key })
        : done("The key is made");
    });
  }
  if (asked("revoke")) {
    return submit(request, RevokeApiKeyForm, async ({ keyId }) => {
      await revokeApiKey(viewer, keyId);
      return done("The key is revoked");
    });
  }
  throw new Refusal(400, "Nothing was sent that this page knows. Go back and try again.");
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SignedIn>
      <ProfilePage profile={loaderData} answer={actionData} />
    </SignedIn>
  );
}
