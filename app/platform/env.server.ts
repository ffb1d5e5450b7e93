import { resolve } from "node:path";
import { z } from "zod";
import { settingsOfOnce } from "./once-settings.server";

const isTimeZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat("en-US", { timeZone: zone }));
  } catch {
    return false;
  }
};

const wholeNumber = (fallback: number, minimum: number, maximum: number) =>
  z.coerce
    .number({ error: "must be a number" })
    .int("must be a whole number")
    .min(minimum, `must be ${minimum} or more`)
    .max(maximum, `must be ${maximum} or less`)
    .default(fallback);

const identityProviderAddress = z
  .url({ protocol: /^https?$/, error: "must be an address like https://login.example.gov" })
  .refine((address) => {
    if (!URL.canParse(address)) return true;
    const { protocol, hostname } = new URL(address);
    return protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  }, "must begin with https://")
  .optional();

const tlsParameters = ["sslmode", "sslrootcert", "sslcert", "sslkey"];

/** Other parameters would replace the time limits that Redline sets, and what makes its reads read-only. */
const hasOnlyTlsParameters = (address: string) =>
  !URL.canParse(address) ||
  [...new URL(address).searchParams.keys()].every((name) => tlsParameters.includes(name));

/** Returns the secrets of a list. Without a comma it is one, unchanged: its sessions must outlive an upgrade. */
const secretsIn = (list: string) =>
  (list.includes(",") ? list.split(",").map((secret) => secret.trim()) : [list]) as [string, ...string[]];

const wordsIn = (list: string) => list.split(/[\s,]+/).filter(Boolean);

const proxiesIn = (list: string) =>
  wordsIn(list).map((proxy) => proxy.replace(/^\[([^\]]*)\](?=\/|$)/, "$1"));

const ipRange = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
  // Every client would be a proxy, or an IPv4 address would not be found in a range of IPv6.
  .refine((range) => !/\/0+$|^[0:]+:ffff:.*\//i.test(range));
const proxyFormat =
  "must be IP addresses of proxies, or ranges of them, with commas between them, like 127.0.0.1, [::1], 10.0.7.0/24";

const onOrOff = z.enum(["on", "off"], { error: "must be on or off" }).transform((value) => value === "on");

const buttonName = z.string().trim().max(40, "must be 40 characters or fewer").optional();

const schema = z.object({
  NODE_ENV: z
    .enum(["production", "development", "test"], { error: "must be production, development or test" })
    .default("development"),
  PORT: wholeNumber(3000, 0, 65535),
  HOST: z.string().optional(),
  METRICS_PORT: wholeNumber(0, 1, 65535).removeDefault().optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  LOG_FORMAT: z.enum(["text", "json"], { error: "must be text or json" }).default("text"),
  ORIGIN: z
    .url({
      protocol: /^https?$/,
      error: ({ input }) =>
        `${input === undefined ? "is missing: it is" : "must be"} the address people use, like https://permits.example.gov`,
    })
    .refine(
      (origin) => !URL.canParse(origin) || new URL(origin).origin === origin,
      "must end after the host name and port",
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default("data")
    .transform((folder) => resolve(folder)),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error:
        "must be the address of a PostgreSQL database, like postgresql://user:password@db.example.gov/redline",
    })
    .refine(hasOnlyTlsParameters, `can only have the parameters ${tlsParameters.join(", ")}`)
    .optional(),
  DATABASE_CONNECTIONS: wholeNumber(10, 2, 200),
  BACKUP_DIR: z
    .string()
    .transform((folder) => resolve(folder))
    .optional(),
  BACKUP_KEEP: wholeNumber(30, 1, 3650),
  SESSION_SECRET: z
    .string({ error: "is missing: set 32 characters or more, for example from 'openssl rand -hex 32'" })
    .transform(secretsIn)
    .refine((secrets) => !secrets.includes(""), "must have a secret before and after each comma")
    .refine((secrets) => secrets.every(({ length }) => length >= 32), {
      error: ({ input }) =>
        `must have 32 characters or more${(input as string[]).length > 1 ? " in each secret: commas separate secrets" : ""}`,
    })
    .refine((secrets) => new Set(secrets).size === secrets.length, "must not repeat a secret"),
  TIME_ZONE: z
    .string()
    .default("America/Los_Angeles")
    .refine(isTimeZone, "must be a time zone such as America/Los_Angeles"),
  PROVIDER_NAME: z.string().trim().max(60, "must be 60 characters or fewer").default("Urban37"),
  MAX_UPLOAD_MB: wholeNumber(200, 1, 2000),
  MAX_PERMIT_MB: wholeNumber(4000, 1, 1_000_000),
  MAX_DAILY_UPLOAD_MB: wholeNumber(1000, 1, 1_000_000).removeDefault().optional(),
  MIN_FREE_MB: wholeNumber(1000, 0, 1_000_000),
  RENDER_CHILDREN: wholeNumber(1, 1, 8).removeDefault().optional(),
  MAX_RENDITION_GB: wholeNumber(5, 1, 1000),
  TRUSTED_PROXY: z
    .string()
    .default("")
    .transform(proxiesIn)
    .refine((proxies) => proxies.every((proxy) => ipRange.safeParse(proxy).success), proxyFormat),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: "must be the address of a mail server, like smtp://user:password@mail.example.gov:587",
    })
    .optional(),
  SMTP_REQUIRE_TLS: onOrOff.optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^((?:"[^"<>\r\n]+"|[^"<>@,;\r\n]+) <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/,
      "must be an email address, like Redline <redline@example.gov>",
    )
    .optional(),
  PASSWORD_SIGN_IN: onOrOff.default(true),
  TWO_FACTOR: z
    .enum(["optional", "administrators", "everybody"], {
      error: "must be optional, administrators or everybody",
    })
    .default("optional"),
  OIDC_ISSUER: identityProviderAddress,
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: buttonName,
  OAUTH2_AUTHORIZATION_URL: identityProviderAddress,
  OAUTH2_TOKEN_URL: identityProviderAddress,
  OAUTH2_USER_INFO_URL: identityProviderAddress,
  OAUTH2_CLIENT_ID: z.string().optional(),
  OAUTH2_CLIENT_SECRET: z.string().optional(),
  OAUTH2_CLIENT_SECRET_IN: z.enum(["header", "body"], { error: "must be header or body" }).optional(),
  OAUTH2_SCOPES: z.string().optional(),
  OAUTH2_NAME: buttonName,
  VERIFIED_EMAIL_DOMAINS: z
    .string()
    .default("")
    .transform((list) => wordsIn(list.toLowerCase()))
    .refine(
      (domains) => domains.every((domain) => /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(domain)),
      "must be domains with commas between them, like oakville.gov, example.gov",
    ),
  DEMO: z
    .enum(["0", "1"], { error: "must be 0 or 1" })
    .default("0")
    .transform((value) => value === "1"),
});

type Settings = z.output<typeof schema>;

const requiredSettings = {
  oidc: ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  oauth2: [
    "OAUTH2_AUTHORIZATION_URL",
    "OAUTH2_TOKEN_URL",
    "OAUTH2_USER_INFO_URL",
    "OAUTH2_CLIENT_ID",
    "OAUTH2_CLIENT_SECRET",
  ],
} as const;

function problemOf(settings: Settings): string | undefined {
  if (settings.METRICS_PORT === settings.PORT) return "METRICS_PORT must be another port than PORT";
  if (settings.MAX_PERMIT_MB < settings.MAX_UPLOAD_MB) {
    return `MAX_PERMIT_MB must be ${settings.MAX_UPLOAD_MB} or more: a file of MAX_UPLOAD_MB must fit into a permit`;
  }
  if (settings.SMTP_URL && !settings.MAIL_FROM) {
    return "MAIL_FROM is missing: SMTP_URL needs it, the sender of emails, like Redline <redline@example.gov>";
  }
  const identityProviders = Object.entries(requiredSettings).flatMap(([group, required]) => {
    const first = Object.keys(settings).find((name) => name.startsWith(`${group.toUpperCase()}_`));
    return first ? [{ first, missing: required.find((name) => !settings[name]) }] : [];
  });
  const incomplete = identityProviders.find(({ missing }) => missing);
  if (incomplete) return `${incomplete.missing} is missing: ${incomplete.first} needs it`;
  if (identityProviders.length > 1)
    return "OAUTH2_AUTHORIZATION_URL cannot be combined with OIDC_ISSUER: choose one";
  if (!settings.PASSWORD_SIGN_IN && identityProviders.length === 0) {
    return "PASSWORD_SIGN_IN cannot be off without another way to sign in: set OIDC_ISSUER too, see docs/sign-in.md";
  }
  return undefined;
}

const hasVisibleSign = /[^\s\u2800\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** A setting of nothing visible is missing. Throws an error of one line that names the first invalid setting. */
export function parseSettings(environment: Record<string, string | undefined>) {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => hasVisibleSign.test(value ?? "")),
  );
  const defaults =
    present.NODE_ENV === "production"
      ? {}
      : {
          ORIGIN: `http://localhost:${present.PORT ?? 3000}`,
          SESSION_SECRET: "for development and tests only: not secret",
        };
  const result = schema.safeParse({ ...defaults, ...settingsOfOnce(present), ...present });
  const [issue] = result.error?.issues ?? [];
  const problem = issue ? `${issue.path.join(".")} ${issue.message}` : result.data && problemOf(result.data);
  if (problem || !result.success) throw new Error(`Setting ${problem}`);
  return result.data;
}

export const env = parseSettings(process.env);

/** The environment of a program that Redline starts. */
export const environmentWith = (values: Record<string, string>) => ({ ...process.env, ...values });

/** What systemd passes to a service of `Type=notify`, and its `WatchdogSec` in microseconds. */
export const serviceManager = {
  socket: process.env.NOTIFY_SOCKET,
  watchdog: Number(process.env.WATCHDOG_USEC ?? 0),
};
