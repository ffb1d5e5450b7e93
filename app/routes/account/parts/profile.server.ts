import { data } from "react-router";
import { env } from "~/env.server";
import { pictureForm } from "~/http/picture-upload.server";
import {
  ApiKeySchema,
  ChangePasswordSchema,
  EndSessionSchema,
  ProfileSchema,
  RevokeApiKeySchema,
} from "~/models/accounts/account.schema.server";
import { createApiKey, listApiKeys, revokeApiKey } from "~/models/accounts/api-key.server";
import { minPasswordLength } from "~/models/accounts/password.server";
import { endSession, listSessions } from "~/models/accounts/session.server";
import { changePassword, updateProfile } from "~/models/accounts/user.server";
import { formatMoment } from "~/models/clock.server";
import type { Viewer } from "~/models/policy";
import { newIdempotencyKey } from "~/models/secret.server";
import { pick } from "~/models/shown-fields";
import { formReturningTo, type PageRequest, submitForm } from "~/page-forms.server";
import { redirectWithSuccess } from "~/toast.server";
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
  const { secret, headers } = await newApiKey.take(viewer, request);
  const apiKeys = { keys, idempotencyKey: newIdempotencyKey(), secret };
  const person = pick(viewer, "firstName", "lastName", "email", "profileImageUrl");
  const profile = { person, sessions, minPasswordLength, hasPasswords: env.PASSWORD_SIGN_IN, apiKeys };
  return data(profile, { headers });
}

type ProfileRequest = PageRequest & { address: string };

const form = formReturningTo<ProfileRequest>(() => "/profile");

const profileForms = {
  name: form({
    schema: ProfileSchema,
    command: ({ viewer }, names) => updateProfile(viewer, names),
    says: "Your name is saved",
  }),
  picture: pictureForm({
    command: async ({ viewer }: ProfileRequest, profileImagePath) => {
      await updateProfile(viewer, { profileImagePath });
      const text = profileImagePath ? "Your picture is saved" : "Your picture is removed";
      return redirectWithSuccess("/profile", text);
    },
  }),
  password: form({
    schema: ChangePasswordSchema,
    command: ({ viewer, address }, change) => changePassword(viewer, change, address),
    says: (_, { revokeApiKeys }) =>
      `Your password is changed, and other sessions are signed out${revokeApiKeys ? " and API keys are revoked" : ""}`,
  }),
  session: form({
    schema: EndSessionSchema,
    command: ({ viewer }, { sessionId }) => endSession(viewer, sessionId),
    says: "The session is signed out",
  }),
  "api-key": form({
    schema: ApiKeySchema,
    command: async ({ viewer }, fields) => {
      const { key } = await createApiKey(viewer, fields);
      const secret = { name: fields.name, key };
      return newApiKey.redirectWith(viewer, "/profile", "The API key was created", secret);
    },
  }),
  revoke: form({
    schema: RevokeApiKeySchema,
    command: ({ viewer }, { keyId }) => revokeApiKey(viewer, keyId),
    says: "The API key was revoked",
  }),
};

export const profileAction = (post: ProfileRequest) => submitForm(post, profileForms);
