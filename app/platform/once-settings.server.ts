import { networkInterfaces } from "node:os";

type Environment = Record<string, string | undefined>;

/** The container's own networks: `once` runs its proxy in one of them, and says nothing about it. */
const ownNetworks = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .flatMap(({ internal, cidr }) => (internal || !cidr ? [] : [cidr]));

function mailServerOf(environment: Environment): string | undefined {
  const { SMTP_ADDRESS, SMTP_PORT = "587", SMTP_USERNAME, SMTP_PASSWORD = "" } = environment;
  if (SMTP_ADDRESS === undefined) return undefined;
  const login = SMTP_USERNAME && `${encodeURIComponent(SMTP_USERNAME)}:${encodeURIComponent(SMTP_PASSWORD)}@`;
  return `${SMTP_PORT === "465" ? "smtps" : "smtp"}://${login ?? ""}${SMTP_ADDRESS}:${SMTP_PORT}`;
}

/** Returns what `once` says in its own names, under Redline's. An empty variable must be left out before. */
export function settingsOfOnce(environment: Environment, networks = ownNetworks): Environment {
  const { SECRET_KEY_BASE, MAILER_FROM_ADDRESS } = environment;
  const settings = {
    SESSION_SECRET: SECRET_KEY_BASE,
    TRUSTED_PROXY: SECRET_KEY_BASE && networks().join(),
    SMTP_URL: mailServerOf(environment),
    MAIL_FROM: MAILER_FROM_ADDRESS,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value));
}
