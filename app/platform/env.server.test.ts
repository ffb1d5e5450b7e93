import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { parseSettings } from "./env.server";

const oneSecret = "1".repeat(32);
const anotherSecret = "2".repeat(32);
const required = { ORIGIN: "https://permits.example.gov", SESSION_SECRET: "s".repeat(32) };
const production = { NODE_ENV: "production", ...required };

const proxyFormat =
  "must be IP addresses of proxies, or ranges of them, with commas between them, like 127.0.0.1, [::1], 10.0.7.0/24";

const refusal = (environment: Record<string, string | undefined>): string => {
  try {
    parseSettings(environment);
  } catch (error) {
    return (error as Error).message;
  }
  return "accepted";
};

test("production requires two settings, and the others have defaults", () => {
  expect(parseSettings(production)).toEqual({
    ...production,
    SESSION_SECRET: [production.SESSION_SECRET],
    PORT: 3000,
    METRICS_HOST: "127.0.0.1",
    LOG_FORMAT: "text",
    DATA_DIR: resolve("data"),
    BACKUP_KEEP: 30,
    DATABASE_CONNECTIONS: 10,
    TIME_ZONE: "America/Los_Angeles",
    PROVIDER_NAME: "Urban37",
    MAX_UPLOAD_MB: 200,
    MAX_PERMIT_MB: 4000,
    MAX_RENDITION_GB: 5,
    MIN_FREE_MB: 1000,
    TRUSTED_PROXY: [],
    TWO_FACTOR: "optional",
    PASSWORD_SIGN_IN: true,
    VERIFIED_EMAIL_DOMAINS: [],
    DEMO: false,
  });
});

test("a setting of nothing visible is as one that is missing", () => {
  expect(parseSettings({ ...production, PROVIDER_NAME: "\u2800\u200b" }).PROVIDER_NAME).toBe("Urban37");
  expect(parseSettings({ ...production, OIDC_NAME: "\u3164" }).OIDC_NAME).toBeUndefined();
  expect(() => parseSettings({ ...production, SESSION_SECRET: "\u200b".repeat(40) })).toThrow("is missing");
});

test("an empty setting counts as not set", () => {
  const empty = Object.fromEntries(
    Object.keys(parseEnv(readFileSync(".env.example", "utf8"))).map((name) => [name, ""]),
  );
  expect(parseSettings({ ...empty, ...production })).toEqual(parseSettings(production));
});

test("development and tests require no settings", () => {
  expect(parseSettings({ PORT: "4000" })).toMatchObject({
    NODE_ENV: "development",
    ORIGIN: "http://localhost:4000",
    PORT: 4000,
  });
  const [secret] = parseSettings({ NODE_ENV: "test" }).SESSION_SECRET;
  expect(secret.length).toBeGreaterThanOrEqual(32);
});

test.each([
  ["ORIGIN", "is missing: it is the address people use, like https://permits.example.gov"],
  ["SESSION_SECRET", "is missing: set 32 characters or more, for example from 'openssl rand -hex 32'"],
])("production does not start without %s", (name, message) => {
  expect(refusal({ ...production, [name]: undefined })).toBe(`Setting ${name} ${message}`);
  expect(refusal({ ...production, [name]: "" })).toBe(`Setting ${name} ${message}`);
});

test.each([
  ["NODE_ENV", "staging", "must be production, development or test"],
  ["PORT", "http", "must be a number"],
  ["PORT", "3000.5", "must be a whole number"],
  ["PORT", "-1", "must be 0 or more"],
  ["PORT", "65536", "must be 65535 or less"],
  ["METRICS_PORT", "0", "must be 1 or more"],
  ["METRICS_PORT", "3000", "must be another port than PORT"],
  ["LOG_FORMAT", "logfmt", "must be text or json"],
  ["ORIGIN", "permits.example.gov", "must be the address people use, like https://permits.example.gov"],
  ["ORIGIN", "ftp://permits.example.gov", "must be the address people use, like https://permits.example.gov"],
  ["ORIGIN", "https://permits.example.gov/", "must end after the host name and port"],
  ["ORIGIN", "https://permits.example.gov/redline", "must end after the host name and port"],
  ["ORIGIN", "https://ann@permits.example.gov", "must end after the host name and port"],
  ["SESSION_SECRET", "s".repeat(31), "must have 32 characters or more"],
  [
    "SESSION_SECRET",
    `${oneSecret}, too short`,
    "must have 32 characters or more in each secret: commas separate secrets",
  ],
  ["SESSION_SECRET", `${oneSecret},`, "must have a secret before and after each comma"],
  ["SESSION_SECRET", `${oneSecret}, ,${anotherSecret}`, "must have a secret before and after each comma"],
  ["SESSION_SECRET", `${oneSecret},${anotherSecret}, ${oneSecret}`, "must not repeat a secret"],
  ["TIME_ZONE", "America/Oakville", "must be a time zone such as America/Los_Angeles"],
  ["PROVIDER_NAME", "n".repeat(61), "must be 60 characters or fewer"],
  ["MAX_UPLOAD_MB", "ten", "must be a number"],
  ["MAX_UPLOAD_MB", "0", "must be 1 or more"],
  ["MAX_UPLOAD_MB", "2001", "must be 2000 or less"],
  ["MAX_PERMIT_MB", "1000001", "must be 1000000 or less"],
  ["MAX_PERMIT_MB", "199", "must be 200 or more: a file of MAX_UPLOAD_MB must fit into a permit"],
  ["MIN_FREE_MB", "-1", "must be 0 or more"],
  ["MAX_DAILY_UPLOAD_MB", "0", "must be 1 or more"],
  ["TRUSTED_PROXY", "proxy.local", proxyFormat],
  ["TRUSTED_PROXY", "10.0.0.0/33", proxyFormat],
  ["TRUSTED_PROXY", "127.0.0.1:8080", proxyFormat],
  ["TRUSTED_PROXY", "[::1", proxyFormat],
  ["TRUSTED_PROXY", "[::1]:8080", proxyFormat],
  ["TRUSTED_PROXY", "[10.0.7.0/24]:80", proxyFormat],
  ["TRUSTED_PROXY", "0.0.0.0/0", proxyFormat],
  ["TRUSTED_PROXY", "::ffff:10.0.0.0/104", proxyFormat],
  ["TRUSTED_PROXY", "127.0.0.1, *", proxyFormat],
  [
    "SMTP_URL",
    "mail.example.gov:25",
    "must be the address of a mail server, like smtp://user:password@mail.example.gov:587",
  ],
  ["MAIL_FROM", "Redline", "must be an email address, like Redline <redline@example.gov>"],
  [
    "MAIL_FROM",
    "a@example.gov, b@example.gov",
    "must be an email address, like Redline <redline@example.gov>",
  ],
  [
    "MAIL_FROM",
    "Redline\r\nBcc: b@example.gov <a@example.gov>",
    "must be an email address, like Redline <redline@example.gov>",
  ],
  ["PASSWORD_SIGN_IN", "no", "must be on or off"],
  ["TWO_FACTOR", "on", "must be optional, administrators or everybody"],
  ["OIDC_ISSUER", "login.example.gov", "must be an address like https://login.example.gov"],
  ["OIDC_ISSUER", "http://login.example.gov", "must begin with https://"],
  ["OAUTH2_TOKEN_URL", "http://localhost.example.gov/token", "must begin with https://"],
  ["OIDC_NAME", "n".repeat(41), "must be 40 characters or fewer"],
  [
    "VERIFIED_EMAIL_DOMAINS",
    "oakville",
    "must be domains with commas between them, like oakville.gov, example.gov",
  ],
  ["DEMO", "true", "must be 0 or 1"],
])("%s set to %o is rejected with one line", (name, value, message) => {
  expect(refusal({ ...production, [name]: value })).toBe(`Setting ${name} ${message}`);
});

test("several proxies can be trusted, by address and by range, with brackets or without", () => {
  const TRUSTED_PROXY = "127.0.0.1, [::1],2001:db8::7 10.0.7.0/24 [fd00::]/8";
  expect(parseSettings({ ...production, TRUSTED_PROXY }).TRUSTED_PROXY).toEqual([
    "127.0.0.1",
    "::1",
    "2001:db8::7",
    "10.0.7.0/24",
    "fd00::/8",
  ]);
});

test("a mail server requires a sender, with or without a name", () => {
  const SMTP_URL = "smtp://user:password@mail.example.gov:587";
  expect(refusal({ ...production, SMTP_URL })).toBe(
    "Setting MAIL_FROM is missing: SMTP_URL needs it, the sender of emails, like Redline <redline@example.gov>",
  );
  for (const MAIL_FROM of [
    "redline@example.gov",
    "Redline <redline@example.gov>",
    '"Urban37, Inc." <redline@example.gov>',
  ])
    expect(parseSettings({ ...production, SMTP_URL, MAIL_FROM })).toMatchObject({ SMTP_URL, MAIL_FROM });
});

const oidc = {
  OIDC_ISSUER: "https://login.example.gov",
  OIDC_CLIENT_ID: "redline",
  OIDC_CLIENT_SECRET: "a client secret",
};
const oauth2 = {
  OAUTH2_AUTHORIZATION_URL: "https://login.example.gov/authorize",
  OAUTH2_TOKEN_URL: "https://login.example.gov/token",
  OAUTH2_USER_INFO_URL: "https://login.example.gov/me",
  OAUTH2_CLIENT_ID: "redline",
  OAUTH2_CLIENT_SECRET: "a client secret",
};

test.each([oidc, oauth2])(
  "an identity provider requires all its settings, and the message names the missing one",
  (settings) => {
    expect(parseSettings({ ...production, ...settings, PASSWORD_SIGN_IN: "off" })).toMatchObject(settings);
    for (const missing of Object.keys(settings)) {
      const rest = { ...settings, [missing]: "" };
      const [present] = Object.entries(rest).find(([, value]) => value) ?? [];
      expect(refusal({ ...production, ...rest })).toBe(`Setting ${missing} is missing: ${present} needs it`);
    }
  },
);

test("the name of an identity provider requires its other settings", () => {
  expect(refusal({ ...production, OIDC_NAME: "Oakville ID" })).toBe(
    "Setting OIDC_ISSUER is missing: OIDC_NAME needs it",
  );
});

test("two identity providers are rejected, and so is a server without a way to sign in", () => {
  expect(refusal({ ...production, ...oidc, ...oauth2 })).toBe(
    "Setting OAUTH2_AUTHORIZATION_URL cannot be combined with OIDC_ISSUER: choose one",
  );
  expect(refusal({ ...production, PASSWORD_SIGN_IN: "off" })).toBe(
    "Setting PASSWORD_SIGN_IN cannot be off without another way to sign in: set OIDC_ISSUER too, see docs/sign-in.md",
  );
});

test("an identity provider on this machine may use http", () => {
  const local = { ...oidc, OIDC_ISSUER: "http://localhost:4000" };
  expect(parseSettings({ ...production, ...local }).OIDC_ISSUER).toBe("http://localhost:4000");
});

test("domains are read in any spelling", () => {
  const domains = "Oakville.gov,  example.gov,";
  expect(parseSettings({ ...production, VERIFIED_EMAIL_DOMAINS: domains }).VERIFIED_EMAIL_DOMAINS).toEqual([
    "oakville.gov",
    "example.gov",
  ]);
});

test("the session secret may be a list, whose order counts and whose spaces do not", () => {
  const secretsOf = (SESSION_SECRET: string) =>
    parseSettings({ ...production, SESSION_SECRET }).SESSION_SECRET;
  expect(secretsOf(`${oneSecret},${anotherSecret}`)).toEqual([oneSecret, anotherSecret]);
  expect(secretsOf(` ${anotherSecret} ,\n${oneSecret}\n`)).toEqual([anotherSecret, oneSecret]);
});

test("a session secret without a comma is used as it is, also with spaces", () => {
  const passphrase = " a passphrase that is long enough and has spaces \n";
  expect(parseSettings({ ...production, SESSION_SECRET: passphrase }).SESSION_SECRET).toEqual([passphrase]);
});

test("the address of the database has no parameters but those of TLS", () => {
  const address = "postgresql://user@db.example.gov/redline";
  const { DATABASE_URL } = parseSettings({ ...production, DATABASE_URL: `${address}?sslmode=verify-full` });
  expect(DATABASE_URL).toBe(`${address}?sslmode=verify-full`);
  const withOptions = { ...production, DATABASE_URL: `${address}?options=-c%20statement_timeout=0` };
  expect(refusal(withOptions)).toContain(
    "can only have the parameters sslmode, sslrootcert, sslcert, sslkey",
  );
});

test("the value of an invalid setting is not shown", () => {
  expect(refusal({ ...production, SMTP_URL: "http://user:hidden@mail.example.gov" })).not.toContain("hidden");
  expect(refusal({ ...production, DATABASE_URL: "mysql://user:hidden@db.example.gov" })).not.toContain(
    "hidden",
  );
  for (const secrets of ["too short", `${oneSecret},too short`, `${oneSecret},${oneSecret}`])
    expect(refusal({ ...production, SESSION_SECRET: secrets })).not.toMatch(/too short|111/);
});

test(".env.example has every setting and no other", () => {
  const parsed = [...readFileSync("app/platform/env.server.ts", "utf8").matchAll(/^ {2}([A-Z\d_]+):/gm)].map(
    ([, name]) => name,
  );
  expect(parsed.length).toBeGreaterThan(5);
  expect(Object.keys(parseEnv(readFileSync(".env.example", "utf8"))).sort()).toEqual(parsed.sort());
});

test(".env.example has the defaults, except for the required settings", () => {
  const example = parseEnv(readFileSync(".env.example", "utf8"));
  expect(parseSettings({ ...example, ...required })).toEqual(parseSettings(production));
});
