import { data } from "react-router";
import { env } from "~/env.server";
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
import { type PageForms, type PageRequest, pageForm, submitForm } from "~/page-forms.server";
import { redirectWithSuccess } from "~/toast.server";
import { pictureForm } from "../files/picture-form.server";
import { newApiKey } from "./one-time-secret.server";

export async function loadProfile(viewer: Viewer, request: Request) {
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
  const { secret, headers } = await newApiKey.take(viewer, request);
  const apiKeys = { keys, idempotencyKey: newIdempotencyKey(), secret };
  const person = { firstName, lastName, email, profileImageUrl };
  const profile = { person, sessions, minPasswordLength, hasPasswords: env.PASSWORD_SIGN_IN, apiKeys };
  return data(profile, { headers });
}

type ProfileRequest = PageRequest & { address: string };

const toProfile = (description: string) => redirectWithSuccess("/profile", description);

const profileForms = {
  name: pageForm({
    schema: ProfileSchema,
    command: async ({ viewer }, names) => {
      await updateProfile(viewer, names);
      return toProfile("Your name is saved");
    },
  }),
  picture: pictureForm({
    command: async ({ viewer }, profileImagePath) => {
      await updateProfile(viewer, { profileImagePath });
      return toProfile(profileImagePath ? "Your picture is saved" : "Your picture is removed");
    },
  }),
  password: pageForm({
    schema: ChangePasswordSchema,
    command: async ({ viewer, address }, change) => {
      await changePassword(viewer, change, address);
      const keys = change.revokeApiKeys ? " and API keys are revoked" : "";
      return toProfile(`Your password is changed, and other sessions are signed out${keys}`);
    },
  }),
  session: pageForm({
    schema: EndSessionSchema,
    command: async ({ viewer }, { sessionId }) => {
      await endSession(viewer, sessionId);
      return toProfile("The session is signed out");
    },
  }),
  "api-key": pageForm({
    schema: ApiKeySchema,
    command: async ({ viewer }, fields) => {
      const { key } = await createApiKey(viewer, fields);
      const secret = key === null ? null : { name: fields.name, key };
      return newApiKey.redirectWith(viewer, "/profile", "The API key was created", secret);
    },
  }),
  revoke: pageForm({
    schema: RevokeApiKeySchema,
    command: async ({ viewer }, { keyId }) => {
      await revokeApiKey(viewer, keyId);
      return toProfile("The API key was revoked");
    },
  }),
} satisfies PageForms<ProfileRequest>;

export const profileAction = (post: ProfileRequest) => submitForm(post, profileForms);
