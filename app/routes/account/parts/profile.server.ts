import { data } from "react-router";
import {
  ApiKeySchema,
  ChangePasswordSchema,
  EndSessionSchema,
  KeyboardSchema,
  ProfileSchema,
  RevokeApiKeySchema,
} from "~/models/accounts/account.schema.server";
import { createApiKey, listApiKeys, revokeApiKey } from "~/models/accounts/api-key.server";
import { minPasswordLength } from "~/models/accounts/password.server";
import { endSession, listSessions } from "~/models/accounts/session.server";
import { endOtherSessions } from "~/models/accounts/session-end.server";
import { readTwoFactor } from "~/models/accounts/two-factor.server";
import { changePassword, updateProfile } from "~/models/accounts/user.server";
import { formatMoment } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import { hasOwnPortal, type Viewer } from "~/models/policy";
import { pick } from "~/models/shown-fields";
import { env } from "~/platform/env.server";
import { NoFields, submit } from "~/platform/forms/form.server";
import { type PageRequest, submitForm } from "~/platform/forms/page-forms.server";
import { pictureForm } from "~/platform/http/picture-upload.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { newApiKey } from "./one-time-secret.server";

export async function loadProfile(viewer: Viewer, request: Request) {
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
  const twoFactor = await readTwoFactor(viewer);
  const { secret, headers } = await newApiKey.take(viewer, request);
  const apiKeys = { keys, idempotencyKey: newIdempotencyKey(), secret };
  const person = pick(viewer, "firstName", "lastName", "email", "profileImageUrl");
  const { searchesOnSlash } = viewer;
  const settings = {
    minPasswordLength,
    hasPasswords: env.PASSWORD_SIGN_IN,
    searchesOnSlash,
    // The pages of a portal have no scripts.
    hasShortcuts: !hasOwnPortal(viewer),
  };
  const profile = {
    person,
    sessions,
    apiKeys,
    twoFactor: twoFactor && { ...twoFactor, since: formatMoment(twoFactor.since) },
    ...settings,
  };
  return data(profile, { headers });
}

type ProfileRequest = PageRequest & { address: string };

const toProfile = (text: string) => redirectWithSuccess("/profile", text);

const profileForms = {
  name: ({ request, viewer }: ProfileRequest) =>
    submit(request, ProfileSchema, {}, async (names) => {
      await updateProfile(viewer, names);
      return toProfile("Your name is saved");
    }),
  picture: pictureForm({
    command: async ({ viewer }: ProfileRequest, profileImagePath) => {
      await updateProfile(viewer, { profileImagePath });
      return toProfile(profileImagePath ? "Your picture is saved" : "Your picture is removed");
    },
  }),
  keyboard: ({ request, viewer }: ProfileRequest) =>
    submit(request, KeyboardSchema, {}, async ({ searchesOnSlash }) => {
      await updateProfile(viewer, { searchesOnSlash });
      return toProfile(`The key / is switched ${searchesOnSlash ? "on" : "off"}`);
    }),
  password: ({ request, viewer, address }: ProfileRequest) =>
    submit(request, ChangePasswordSchema, {}, async (change) => {
      await changePassword(viewer, change, address);
      const others = `other sessions are signed out${change.revokeApiKeys ? " and API keys are revoked" : ""}`;
      return toProfile(`Your password is changed, and ${others}`);
    }),
  session: ({ request, viewer }: ProfileRequest) =>
    submit(request, EndSessionSchema, {}, async ({ sessionId }) => {
      await endSession(viewer, sessionId);
      return toProfile("The session is signed out");
    }),
  "other-sessions": ({ request, viewer }: ProfileRequest) =>
    submit(request, NoFields, { failure: failures.endSessions }, async () => {
      const ended = await endOtherSessions(viewer);
      return toProfile(`Signed out in ${pluralize(ended, "other browser", "other browsers")}`);
    }),
  "api-key": ({ request, viewer }: ProfileRequest) =>
    submit(request, ApiKeySchema, {}, async (fields) => {
      const { key } = await createApiKey(viewer, fields);
      const secret = { name: fields.name, key };
      return newApiKey.redirectWith(viewer, "/profile", "The API key was created", secret);
    }),
  revoke: ({ request, viewer }: ProfileRequest) =>
    submit(request, RevokeApiKeySchema, {}, async ({ keyId }) => {
      await revokeApiKey(viewer, keyId);
      return toProfile("The API key was revoked");
    }),
};

export const profileAction = (post: ProfileRequest) => submitForm(post, profileForms);
