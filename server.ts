import type { IncomingMessage, ServerResponse } from "node:http";
import { constants } from "node:zlib";
import * as build from "virtual:react-router/server-build";
import { type ClientAddress, createRequestListener } from "@remix-run/node-fetch-server";
import createCompression from "compression";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { env } from "./app/env.server";
import { brotliWindow } from "./app/http/content-encoding.server";
import { healthChecks } from "./app/http/health.server";
import { crossSiteRefusal } from "./app/http/origin.server";
import { requestTurn } from "./app/http/request-turns.server";
import { staticFiles } from "./app/http/static-files.server";
import { createWebServer, failureResponse } from "./app/http/web-server.server";
import { renderKeptForm } from "./app/kept-form.server";
import { deleteExpiredKeptForms } from "./app/models/accounts/kept-form.server";
import { deleteExpiredShownSecrets } from "./app/models/accounts/shown-secret.server";
import { deleteExpiredSignInStates } from "./app/models/accounts/sign-in-state.server";
import { clientAddressBehind } from "./app/models/client-address.server";
import { closeDatabase, ping, watchDatabase } from "./app/models/db.server";
import { isPostgres } from "./app/models/dialect.server";
import { recordFiles, sweep } from "./app/models/files/sweep.server";
import { deleteOldKeys } from "./app/models/idempotency.server";
import { joinInstallation } from "./app/models/installation.server";
import { checkLetterFiles } from "./app/models/letters/letter-check.server";
import { sendEmailsAtIntervals } from "./app/models/mail/mail-sender.server";
import { checkMailServer } from "./app/models/mail/mail-transport.server";
import { maintainDatabase } from "./app/models/maintenance.server";
import { openPlanChecks } from "./app/models/plan-checks/open-plan-checks.server";
import { keepPlanCheckList } from "./app/models/plan-review/plan-check-listing.server";
import { everyDay, everyHour } from "./app/models/schedule.server";
import { checkIdentityProvider } from "./app/pages/accounts/identity-provider-strategy.server";
import { addressContext, logRefusedAccess } from "./app/viewer.server";

type Next = () => void;
type Step = (request: IncomingMessage, response: ServerResponse, next: Next) => void;

keepPlanCheckList();
await joinInstallation();
if (env.DEMO) {
  const { prepareDemo } = await import("./app/seed/demo.server");
  await prepareDemo();
}

const { protocol, host } = new URL(env.ORIGIN);

const compress = createCompression({
  brotli: { params: { ...brotliWindow, [constants.BROTLI_PARAM_QUALITY]: 5 } },
}) as unknown as Step;

const sendFile = staticFiles("build/client");

const sendHealth = healthChecks(ping);

const route = createRequestHandler(build, env.NODE_ENV);

async function responseTo(request: Request, { address }: ClientAddress): Promise<Response> {
  const client = clientAddress(address, request.headers.get("x-forwarded-for"));
  await requestTurn(client);
  const context = new RouterContextProvider();
  context.set(addressContext, client);
  const refusal = crossSiteRefusal(request);
  if (refusal) {
    logRefusedAccess(request, context, refusal.status);
    return refusal;
  }
  const page =
    (await renderKeptForm(request, (post) => route(post, context))) ?? (await route(request, context));
  return withAllow(page);
}

// Behind a proxy, the routes get the public address, not the internal one.
const listenerOptions = { protocol, host, onError: failureResponse };

const respond = createRequestListener(responseTo, listenerOptions);

/** A 405 needs `Allow` (RFC 9110, 15.5.6). The API sets it itself; pages accept the methods below. */
function withAllow(response: Response): Response {
  if (response.status === 405 && !response.headers.has("allow")) {
    response.headers.set("Allow", "GET, HEAD, POST");
  }
  return response;
}

const clientAddress = clientAddressBehind(env.TRUSTED_PROXY);

const server = createWebServer((request, response) => {
  if (sendHealth(request, response) || sendFile(request, response)) return;
  compress(request, response, () => respond(request, response));
});

// Plans are uploaded over slow lines: a request may take two hours, its headers one minute.
server.requestTimeout = 2 * 60 * 60 * 1000;
server.headersTimeout = 60 * 1000;
server.keepAliveTimeout = 65 * 1000;

server.on("error", (error) => {
  console.error(`Redline cannot start. ${error.message}`);
  process.exit(1);
});
server.listen(env.PORT, env.HOST, () => console.log(`Redline is at ${env.ORIGIN}`));

void checkIdentityProvider();
void checkMailServer();
const stops = [
  everyHour(sweep, "the file sweep"),
  everyHour(deleteExpiredKeptForms, "the kept-form sweep"),
  everyHour(deleteExpiredSignInStates, "the sweep of sign-ins"),
  everyHour(deleteExpiredShownSecrets, "the sweep of shown secrets"),
  everyHour(openPlanChecks, "opening plan checks"),
  everyDay(deleteOldKeys, "the sweep of idempotency keys"),
  everyDay(recordFiles, "recording files"),
  everyDay(checkLetterFiles, "checking the files of letters"),
  await watchDatabase(),
  // PostgreSQL does this itself (autovacuum).
  ...(isPostgres ? [] : [everyDay(maintainDatabase, "the database's maintenance")]),
];
const stopMail = sendEmailsAtIntervals();

/** Lets open requests finish, closes those that take longer than ten seconds, then closes the database. */
async function stop() {
  for (const stopTask of stops) stopTask();
  const mailIsDone = stopMail();
  const deadline = setTimeout(() => server.closeAllConnections(), 10_000);
  server.close(async () => {
    clearTimeout(deadline);
    await mailIsDone;
    await closeDatabase();
    process.exit(0);
  });
  server.closeIdleConnections();
}

process.once("SIGTERM", stop);
process.once("SIGINT", stop);
