import { sql } from "drizzle-orm";
import { flag, foreignId, id, idempotencyKey, moment, oneOf } from "../../platform/db/column-types.server";
import { check, index, integer, json, table, text, uniqueIndex } from "../../platform/db/dialect.server";
import { cities } from "../cities/cities.table.server";
import { type Role, roles } from "../policy";

export const users = table(
  "users",
  {
    id: id(),
    email: text().notNull(),
    firstName: text(),
    lastName: text(),
    role: text().$type<Role>(),
    cityId: integer().references(() => cities.id),
    profileImagePath: text(),
    passwordHash: text(),
    /** The account that signs in: its identity provider and its `sub` there. Null before the first such sign-in. */
    identityProvider: text(),
    identitySubject: text(),
    isInvited: flag().notNull().default(false),
    isActive: flag().notNull().default(true),
    /** Whether the key `/` leads to the search. */
    searchesOnSlash: flag().notNull().default(true),
    idempotencyKey: idempotencyKey(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (user) => [
    uniqueIndex("users_email").on(user.email),
    uniqueIndex("users_form_key").on(user.idempotencyKey),
    uniqueIndex("users_identity").on(user.identityProvider, user.identitySubject),
    index("users_city").on(user.cityId),
    index("users_by_picture").on(user.profileImagePath).where(sql`${user.profileImagePath} is not null`),
    oneOf("users_role", user.role, Object.keys(roles)),
    check("users_email_lower_case", sql`${user.email} = lower(${user.email})`),
  ],
);

export const sessions = table(
  "sessions",
  {
    id: id(),
    tokenHash: text().notNull(),
    userId: foreignId(() => users.id, "cascade"),
    userAgent: text().notNull().default(""),
    createdAt: moment().notNull(),
    lastSeenAt: moment().notNull(),
    expiresAt: moment().notNull(),
  },
  (session) => [
    uniqueIndex("sessions_token").on(session.tokenHash),
    index("sessions_user").on(session.userId, session.lastSeenAt),
    index("sessions_expiry").on(session.expiresAt),
    index("sessions_last_use").on(session.lastSeenAt),
  ],
);

export const apiKeys = table(
  "api_keys",
  {
    id: id(),
    tokenHash: text().notNull(),
    userId: foreignId(() => users.id, "cascade"),
    name: text().notNull(),
    isReadOnly: flag().notNull(),
    createdAt: moment().notNull(),
    lastUsedAt: moment(),
    idempotencyKey: idempotencyKey(),
  },
  (key) => [
    uniqueIndex("api_keys_token").on(key.tokenHash),
    uniqueIndex("api_keys_form_key").on(key.idempotencyKey),
    index("api_keys_user").on(key.userId),
  ],
);

/** Who is asked for a code after the password. The key is sealed for its user. */
export const twoFactors = table(
  "two_factors",
  {
    id: id(),
    userId: foreignId(() => users.id, "cascade"),
    sealedKey: text().notNull(),
    /** The time step of the last accepted code: each is accepted once. */
    lastStep: integer().notNull(),
    /** Since the last accepted code. */
    wrongCodes: integer().notNull().default(0),
    lastWrongAt: moment(),
    createdAt: moment().notNull(),
  },
  (factor) => [uniqueIndex("two_factors_user").on(factor.userId)],
);

/** Those that are not used yet. */
export const recoveryCodes = table(
  "recovery_codes",
  { codeHash: text().primaryKey(), twoFactorId: foreignId(() => twoFactors.id, "cascade") },
  (code) => [index("recovery_codes_two_factor").on(code.twoFactorId)],
);

export const oneTimeTokens = table(
  "one_time_tokens",
  {
    id: id(),
    tokenHash: text().notNull(),
    purpose: text().$type<"invite" | "reset">().notNull(),
    userId: foreignId(() => users.id, "cascade"),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (token) => [
    uniqueIndex("one_time_tokens_token").on(token.tokenHash),
    index("one_time_tokens_user").on(token.userId),
    oneOf("one_time_tokens_purpose", token.purpose, ["invite", "reset"]),
  ],
);

export const signInFailures = table(
  "sign_in_failures",
  { id: id(), email: text().notNull(), address: text().notNull(), at: moment().notNull() },
  (failure) => [
    index("sign_in_failures_email").on(failure.email, failure.at),
    index("sign_in_failures_address").on(failure.address, failure.at),
    index("sign_in_failures_at").on(failure.at),
  ],
);

/** Secrets that only the next page shows, encrypted with the token in the browser's cookie. */
export const shownSecrets = table(
  "shown_secrets",
  {
    tokenHash: text().primaryKey(),
    userId: foreignId(() => users.id, "cascade"),
    encrypted: text().notNull(),
    until: moment().notNull(),
  },
  (secret) => [index("shown_secrets_user").on(secret.userId), index("shown_secrets_until").on(secret.until)],
);

/** Addresses from which a user has signed in; they have their own places in the queue of passwords. */
export const knownAddresses = table(
  "known_addresses",
  { addressHash: text().primaryKey(), lastSignInAt: moment().notNull() },
  (known) => [index("known_addresses_by_time").on(known.lastSignInAt)],
);

export const usedSignInStates = table(
  "used_sign_in_states",
  { stateHash: text().primaryKey(), until: moment().notNull() },
  (state) => [index("used_sign_in_states_until").on(state.until)],
);

export const keptForms = table(
  "kept_forms",
  {
    id: id(),
    browserHash: text().notNull(),
    userId: foreignId(() => users.id, "cascade"),
    address: text().notNull(),
    fields: json().$type<[name: string, value: string][]>().notNull(),
    fileNames: json().$type<string[]>().notNull(),
    createdAt: moment().notNull(),
  },
  (form) => [
    index("kept_forms_by_browser").on(form.browserHash, form.id),
    index("kept_forms_by_user").on(form.userId, form.id),
    index("kept_forms_by_time").on(form.createdAt),
  ],
);
