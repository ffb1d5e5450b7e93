import "./env-file.js";
import { parseArgs } from "node:util";
import { pluralize } from "../app/models/pluralize";
import type { Finding } from "./doctor-finding";

const usage = `Looks at the installation, and says what is wrong and what to do. It changes nothing.

  npm run doctor
  npm run doctor -- --mail you@example.gov   also sends an email`;

// As `npm start`: it makes settings required.
process.env.NODE_ENV ||= "production";

async function examine(address: string | undefined): Promise<Finding[]> {
  const { env } = await import("../app/platform/env.server");
  const { migrationsFolder } = await import("../app/platform/db/dialect.server");
  const { readLastBackup } = await import("../app/models/backups/last-backup.server");
  const machine = await import("./doctor-machine");
  const { checkDatabase } = await import("./doctor-database");
  const services = await import("./doctor-services");
  const { DATA_DIR, DATABASE_URL, BACKUP_DIR, ORIGIN, SMTP_URL } = env;
  return [
    machine.checkVersions(),
    machine.checkBuild(),
    machine.checkClock(),
    ...(await machine.checkPermissions(DATA_DIR)),
    ...(await machine.checkDisk(DATA_DIR, DATABASE_URL === undefined)),
    ...(await checkDatabase(DATA_DIR, DATABASE_URL, migrationsFolder)),
    ...(await services.checkAddress(ORIGIN)),
    await services.checkMail(SMTP_URL, address),
    ...(await services.checkIdentityProvider()),
    services.checkBackup(await readLastBackup(), BACKUP_DIR !== undefined),
    ...(await services.checkBackupPlace(DATA_DIR, BACKUP_DIR)),
    ...services.checkBackupPrograms(DATABASE_URL),
  ];
}

function print({ state, about, found, advice }: Finding): void {
  console.log(`${state.padEnd(8)} ${about}: ${found}`);
  if (advice && state !== "ok") console.log(`${" ".repeat(9)}${advice}`);
}

try {
  const { values } = parseArgs({ options: { mail: { type: "string" }, help: { type: "boolean" } } });
  if (values.help) console.log(usage);
  else {
    const findings = await examine(values.mail);
    for (const finding of findings) print(finding);
    const count = (state: Finding["state"]) => findings.filter((finding) => finding.state === state).length;
    const [problems, warnings] = [count("problem"), count("warning")];
    console.log(
      `\n${pluralize(problems, "problem", "problems")}, ${pluralize(warnings, "warning", "warnings")}`,
    );
    process.exitCode = problems > 0 ? 1 : 0;
  }
} catch (error) {
  console.error(`The doctor cannot look at this installation. ${(error as Error).message}`);
  process.exitCode = 1;
}
