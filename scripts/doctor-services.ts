import { execFileSync } from "node:child_process";
import { stat } from "node:fs/promises";
import { identityProvider } from "../app/api/identity-provider.server";
import { SignInRefusal } from "../app/models/accounts/sign-in-refusal";
import type { LastBackup } from "../app/models/backups/last-backup.server";
import { fileSize } from "../app/models/files/file-size";
import { mailServerProblem, mailServerTransport } from "../app/models/mail/mail-transport.server";
import { type Finding, ok, problem, reasonOf, warning } from "./doctor-finding";

const timeLimit = 10_000;

/** Asks Redline through the address that people use, so through the proxy. */
export async function checkAddress(origin: string): Promise<Finding[]> {
  const about = "Address";
  const get = (path: string) =>
    fetch(`${origin}${path}`, { redirect: "manual", signal: AbortSignal.timeout(timeLimit) });
  let readiness: Response;
  try {
    readiness = await get("/readyz");
  } catch (error) {
    return [
      problem(
        about,
        `${origin} cannot be reached: ${reasonOf(error)}`,
        "Start Redline and the proxy, and check the name, the port and the certificate.",
      ),
    ];
  }
  const text = await readiness.text();
  if (readiness.status !== 200 || !text.startsWith("ready"))
    return [
      problem(
        about,
        `${origin}/readyz responds ${readiness.status}`,
        "Start Redline, and see its log and the proxy's. If it redirects, correct ORIGIN.",
      ),
    ];
  const [, hint] = text.split("\n");
  const findings = [ok(about, `Redline responds at ${origin}`)];
  if (hint)
    findings.push(
      problem(
        "Proxy",
        hint,
        "Set TRUSTED_PROXY to the address from which the proxy connects. Without it all users seem to have one address, and share the limit of failed sign-ins.",
      ),
    );
  const page = await get("/login");
  await page.text();
  if (!page.headers.has("Redline-Reference"))
    findings.push(
      problem(
        "Proxy",
        "It removes the header Redline-Reference",
        "Let it keep all headers of the responses.",
      ),
    );
  return findings;
}

export function checkBackup(last: LastBackup | undefined, isNightly: boolean, moment = Date.now()): Finding {
  const about = "Backup";
  const advice = isNightly
    ? "Wait an hour, then see the log of Redline."
    : "Set BACKUP_DIR for one every night, or run `npm run backup` from cron.";
  if (!last) return problem(about, "None was made yet", advice);
  const good = last.good ? `the last good one is of ${last.good.endedAt}` : "there is no good one";
  if (last.error !== null)
    return problem(
      about,
      `The last one failed at ${last.endedAt}: ${last.error}; ${good}`,
      "Put that right, then run `npm run backup`.",
    );
  if (moment - Date.parse(last.endedAt) > 2 * day)
    return problem(about, `The last one is of ${last.endedAt}`, advice);
  const { folder, bytes, missing } = last.good ?? { folder: "", bytes: 0, missing: 0 };
  const found = `${folder}, database ${fileSize(bytes)}`;
  return missing > 0
    ? problem(
        about,
        `${found}; ${missing} files are missing in the data folder`,
        "Restore them from an earlier backup: manifest.json names them.",
      )
    : ok(about, found);
}

const day = 24 * 60 * 60 * 1000;

/** Sends an email to the address, if one is given. */
export async function checkMail(url: string | undefined, address: string | undefined): Promise<Finding> {
  const about = "Mail";
  if (url === undefined) {
    const advice = "Set SMTP_URL and MAIL_FROM, then try `npm run doctor -- --mail you@example.gov`.";
    return (address ? problem : warning)(about, "There is no mail server: emails are not sent", advice);
  }
  const { hostname } = new URL(url);
  const reason = await mailServerProblem(url);
  if (reason)
    return problem(about, `${hostname}: ${reason}`, "Check SMTP_URL, the password and the firewall.");
  if (!address) return ok(about, `${hostname} accepts connections`);
  const email = {
    id: 0,
    toAddress: address,
    subject: "Redline can send emails",
    plainText: "This email was sent by the doctor of Redline.",
    html: "<p>This email was sent by the doctor of Redline.</p>",
    createdAt: new Date().toISOString(),
  };
  return mailServerTransport(url)(email).then(
    () => ok(about, `${hostname} accepted an email to ${address}: see whether it arrives`),
    (error) =>
      problem(
        about,
        `${hostname} refused an email to ${address}: ${reasonOf(error)}`,
        "Check MAIL_FROM and the address.",
      ),
  );
}

export async function checkIdentityProvider(): Promise<Finding[]> {
  if (!identityProvider) return [];
  const { name, endpoints } = identityProvider;
  const about = "Identity provider";
  return endpoints().then(
    () => [ok(about, `${name} responds`)],
    (error) => [
      problem(
        about,
        `${name}: ${error instanceof SignInRefusal ? error.detail : reasonOf(error)}`,
        "Check its settings: docs/sign-in.md has them.",
      ),
    ],
  );
}

/** A backup on the disk of the data is lost with it. */
export async function checkBackupPlace(dataFolder: string, place: string | undefined): Promise<Finding[]> {
  if (place === undefined) return [];
  const about = "Backup folder";
  const folder = await stat(place).catch(() => undefined);
  if (!folder)
    return [
      problem(
        about,
        `There is no folder ${place}`,
        "Create or mount it, and give it to the user of the service.",
      ),
    ];
  const data = await stat(dataFolder).catch(() => undefined);
  // Its own finding says so.
  if (!data) return [];
  if (folder.dev !== data.dev) return [ok(about, `${place} is on another disk than the data`)];
  return [
    warning(about, `${place} is on the same disk as the data`, "Copy it to another machine every day."),
  ];
}

/** Programs that a backup or a restore of PostgreSQL runs. */
const backupPrograms = ["pg_dump", "pg_restore", "psql"];

export function checkBackupPrograms(url: string | undefined, run = versionOf): Finding[] {
  if (url === undefined) return [];
  const about = "Backup programs";
  const missing = backupPrograms.filter((program) => run(program) === undefined);
  if (missing.length === 0) return [ok(about, run("pg_dump") ?? "")];
  return [
    problem(
      about,
      `${missing.join(", ")} cannot be run`,
      "Install PostgreSQL's client, of the server's version or newer.",
    ),
  ];
}

function versionOf(program: string): string | undefined {
  try {
    return execFileSync(program, ["--version"], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return undefined;
  }
}
