import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { checkIdentityProvider } from "./app/api/identity-provider-strategy.server";
import { deleteExpiredKeptForms } from "./app/models/accounts/kept-form.server";
import { deleteExpiredShownSecrets } from "./app/models/accounts/shown-secret.server";
import { deleteExpiredSignInStates } from "./app/models/accounts/sign-in-state.server";
import { resealKeys } from "./app/models/accounts/two-factor.server";
import { backUpIfDue } from "./app/models/backups/nightly-backup.server";
import { removeFiles } from "./app/models/files/file-removal.server";
import { giveRowsTheirOwnFiles } from "./app/models/files/shared-files.server";
import { deleteExpiredStagedFiles } from "./app/models/files/staged-file.server";
import { deleteExpiredUploads } from "./app/models/files/unfinished-upload.server";
import { announceUnknownFiles } from "./app/models/files/unknown-files.server";
import { deleteOldKeys } from "./app/models/idempotency.server";
import { checkLetterFiles } from "./app/models/letters/letter-check.server";
import { sendEmailsAtIntervals } from "./app/models/mail/mail-sender.server";
import { checkMailServer } from "./app/models/mail/mail-transport.server";
import { diskCheck } from "./app/models/notices/disk-notice.server";
import { keepPlanCheckList } from "./app/models/plan-checks/listed-plan-check.server";
import { emptyBin } from "./app/models/records/permit-bin.server";
import { openPlanChecks } from "./app/models/review-cycles/open-plan-checks.server";
import { doJobsAtIntervals } from "./app/models/sheets/render-jobs.server";
import { trimRenditions } from "./app/models/sheets/rendition-cache.server";
import { deleteOldUndos } from "./app/models/undo.server";
import { closeDatabase, ping, watchDatabase } from "./app/platform/db/db.server";
import { isPostgres } from "./app/platform/db/dialect.server";
import { checkDataFolder } from "./app/platform/db/installation.server";
import { maintainDatabase } from "./app/platform/db/maintenance.server";
import { env } from "./app/platform/env.server";
import { healthChecks } from "./app/platform/http/health.server";
import { redirectOldAddress } from "./app/platform/http/old-addresses.server";
import { createWebServer } from "./app/platform/http/web-server.server";
import { everyDay, everyHour, run } from "./app/platform/jobs/schedule.server";
import { reportToServiceManager } from "./app/platform/jobs/service-manager.server";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Listens where Prometheus reads. Without METRICS_PORT nothing is loaded and nothing measured. */
async function serveMetrics(port: number): Promise<() => void> {
  const { createMetricsServer } = await import("./app/platform/http/metrics-server.server");
  const server = createMetricsServer().listen(port, env.METRICS_HOST);
  await once(server, "listening");
  return () => server.close();
}

type Handlers = {
  sendFile: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  respond: Listener;
};

/** Opens the installation, listens, and does at intervals what needs no request. */
export async function serve({ sendFile, respond }: Handlers): Promise<void> {
  keepPlanCheckList();
  await checkDataFolder();
  await giveRowsTheirOwnFiles();
  if (env.DEMO) {
    const { prepareDemo } = await import("./app/seed/demo.server");
    await prepareDemo();
  }

  const stopMetrics = env.METRICS_PORT ? [await serveMetrics(env.METRICS_PORT)] : [];
  const sendHealth = healthChecks(ping);

  const server = createWebServer((request, response) => {
    if (sendHealth(request, response) || redirectOldAddress(request, response)) return;
    sendFile(request, response, () => respond(request, response));
  });

  // Plans are uploaded over slow lines: a request may take two hours, its headers one minute.
  server.requestTimeout = 2 * 60 * 60 * 1000;
  server.headersTimeout = 60 * 1000;
  server.keepAliveTimeout = 65 * 1000;

  server.on("error", (error) => {
    console.error(`Redline cannot start. ${error.message}`);
    process.exit(1);
  });
  let reportStop = () => {};
  server.listen(env.PORT, env.HOST, () => {
    console.log(`Redline is at ${env.ORIGIN}`);
    // A restart would not bring a PostgreSQL database back.
    reportStop = reportToServiceManager(isPostgres ? async () => undefined : ping);
  });

  void checkIdentityProvider();
  void checkMailServer();
  run(resealKeys, "sealing keys of two-factor sign-in");
  const stops = [
    ...stopMetrics,
    everyHour(deleteExpiredKeptForms, "the kept-form sweep"),
    everyHour(deleteExpiredSignInStates, "the sweep of sign-ins"),
    everyHour(deleteExpiredShownSecrets, "the sweep of shown secrets"),
    everyHour(deleteOldUndos, "the sweep of undos"),
    everyHour(emptyBin, "emptying the bin"),
    everyHour(deleteExpiredStagedFiles, "the sweep of staged files"),
    everyHour(deleteExpiredUploads, "the sweep of unfinished uploads"),
    everyHour(removeFiles, "removing files"),
    everyHour(trimRenditions, "removing pictures of sheets"),
    everyHour(diskCheck(), "checking the disk"),
    everyHour(openPlanChecks, "opening plan checks"),
    everyDay(deleteOldKeys, "the sweep of idempotency keys"),
    everyDay(announceUnknownFiles, "finding files without a row"),
    everyDay(checkLetterFiles, "checking the files of letters"),
    ...(env.BACKUP_DIR === undefined ? [] : [everyHour(backUpIfDue, "the nightly backup")]),
    await watchDatabase(),
    // PostgreSQL does this itself (autovacuum).
    ...(isPostgres ? [] : [everyDay(maintainDatabase, "the database's maintenance")]),
  ];
  const stopMail = sendEmailsAtIntervals();
  const stopJobs = doJobsAtIntervals();

  /** Lets open requests finish, closes those that take longer than ten seconds, then closes the database. */
  async function stop() {
    reportStop();
    for (const stopTask of stops) stopTask();
    const areDone = [stopMail(), stopJobs()];
    const deadline = setTimeout(() => server.closeAllConnections(), 10_000);
    server.close(async () => {
      clearTimeout(deadline);
      await Promise.all(areDone);
      await closeDatabase();
      process.exit(0);
    });
    server.closeIdleConnections();
  }

  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}
