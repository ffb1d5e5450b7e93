import "./env-file.js";
import { parseArgs } from "node:util";
import { cleanLine } from "../app/models/clean-text";

const usage = `Creates an administrator, or a new link for an existing one, and prints the link to set the password.

  npm run admin -- --email dana@example.gov --name "Dana Park"`;

const { values } = parseArgs({ options: { email: { type: "string" }, name: { type: "string" } } });
const { email } = values;
const name = cleanLine(values.name ?? "");

if (!email || !name) {
  console.error(usage);
  process.exit(1);
}

try {
  const { env } = await import("../app/platform/env.server");
  const { createAdministrator } = await import("../app/models/accounts/administrator.server");
  const { closeDatabase } = await import("../app/platform/db/db.server");
  const link = await createAdministrator(email, name);
  await closeDatabase();
  console.log(
    env.PASSWORD_SIGN_IN
      ? `Open this link within 7 days to set the password of ${email}:\n${link}`
      : `${email} can sign in now:\n${env.ORIGIN}/login`,
  );
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
