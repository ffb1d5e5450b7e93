import "./env-file.js";
import { parseArgs } from "node:util";
import { cleanLine } from "../app/models/clean-text";
import { pluralize } from "../app/models/pluralize";

const usage = `Creates an administrator, or a new link for an existing one, and prints the link to set the password:

  npm run admin -- --email dana@example.gov --name "Dana Park"

Turns off the two-factor sign-in of a user who has lost the phone and the recovery codes:

  npm run admin -- turn-off-two-factor --email dana@example.gov

Ends all sessions of everybody, and all API keys with --revoke-api-keys:

  npm run admin -- sign-out --everybody`;

const options = {
  email: { type: "string" },
  name: { type: "string" },
  everybody: { type: "boolean", default: false },
  "revoke-api-keys": { type: "boolean", default: false },
} as const;

const read = () => parseArgs({ options, allowPositionals: true });
type Typed = ReturnType<typeof read>["values"];

const create = ({ email, name: typedName, everybody, "revoke-api-keys": revokeApiKeys }: Typed) => {
  const name = cleanLine(typedName ?? "");
  if (everybody || revokeApiKeys)
    throw new Error("--everybody belongs to: npm run admin -- sign-out --everybody");
  if (!email || !name) throw new Error(usage);
  return () => createAdministrator(email, name);
};

const commands = {
  "sign-out": ({ email, name, everybody, "revoke-api-keys": revokeApiKeys }: Typed) => {
    if (!everybody || email !== undefined || name !== undefined)
      throw new Error("sign-out ends the sessions of all users: npm run admin -- sign-out --everybody");
    return () => signEverybodyOut(revokeApiKeys);
  },
  "turn-off-two-factor": ({ email, name, everybody, "revoke-api-keys": revokeApiKeys }: Typed) => {
    if (!email || name !== undefined || everybody || revokeApiKeys)
      throw new Error("turn-off-two-factor is for one user, and needs only --email");
    return () => turnOffTwoFactor(email);
  },
};

const names = Object.keys(commands).join(" and ");

function typedCommand(): () => Promise<string> {
  const { values, positionals } = read();
  if (positionals.length === 0) return create(values);
  const [, command] = Object.entries(commands).find(([name]) => name === positionals.join(" ")) ?? [];
  if (!command) throw new Error(`There is no command ${positionals.join(" ")}; there are ${names}`);
  return command(values);
}

async function createAdministrator(email: string, name: string): Promise<string> {
  const { env } = await import("../app/platform/env.server");
  const { createAdministrator } = await import("../app/models/accounts/administrator.server");
  const link = await createAdministrator(email, name);
  return env.PASSWORD_SIGN_IN
    ? `Open this link within 7 days to set the password of ${email}:\n${link}`
    : `${email} can sign in now:\n${env.ORIGIN}/login`;
}

async function turnOffTwoFactor(email: string): Promise<string> {
  const { turnOffTwoFactorByEmail } = await import("../app/models/accounts/administrator.server");
  await turnOffTwoFactorByEmail(email);
  return `${email} signs in with the password alone now.`;
}

async function signEverybodyOut(revokeApiKeys: boolean): Promise<string> {
  const { endAllSessions } = await import("../app/models/accounts/session-end.server");
  const ended = await endAllSessions({ revokeApiKeys });
  const people = pluralize(ended.people, "user", "users");
  const done = `Ended ${pluralize(ended.sessions, "session", "sessions")} of ${people}`;
  const keys = (count: number) => pluralize(count, "API key", "API keys");
  if (revokeApiKeys) return `${done}, and revoked ${keys(ended.revokedApiKeys)}.`;
  return ended.validApiKeys === 0
    ? `${done}.`
    : `${done}. Still valid without --revoke-api-keys: ${keys(ended.validApiKeys)}.`;
}

try {
  const command = typedCommand();
  const { env } = await import("../app/platform/env.server");
  const { refuseRootIn } = await import("../app/platform/data-folder.server");
  refuseRootIn(env.DATA_DIR);
  const text = await command();
  const { closeDatabase } = await import("../app/platform/db/db.server");
  await closeDatabase();
  console.log(text);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
