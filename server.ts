import type { IncomingMessage, ServerResponse } from "node:http";
import { constants } from "node:zlib";
import * as build from "virtual:react-router/server-build";
import { type ClientAddress, createRequestListener } from "@remix-run/node-fetch-server";
import compression from "compression";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { env } from "./app/env.server";
import { foreignRefusal } from "./app/http/origin.server";
import { staticFiles } from "./app/http/static-files.server";
import { answerFailure, createWebServer } from "./app/http/web-server.server";
import { drawKeptForm } from "./app/kept-form.server";
import { sweepKeptForms } from "./app/models/accounts/kept-form.server";
import { closeDatabase } from "./app/models/db.server";
import { sweep } from "./app/models/files/plan-file-store.server";
import { everyHour } from "./app/models/hourly.server";
import { sendMailAtIntervals } from "./app/models/mail/mail-sender.server";
import { lookForProvider } from "./app/pages/accounts/provider-strategy.server";
import { prepareDemo } from "./app/seed/demo.server";
import { addressContext } from "./app/viewer.server";

type Next = () => void;
type Step = (request: IncomingMessage, response: ServerResponse, next: Next) => void;

if (env.DEMO) await prepareDemo();

const { protocol, host } = new URL(env.ORIGIN);

const compress = compression({
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } },
}) as unknown as Step;

const answerFile = staticFiles("build/client");

const handle = createRequestHandler(build, env.NODE_ENV);

// Behind a proxy the pages still see the address that people use.
const pages = createRequestListener(
  async (request: Request, { address }: ClientAddress) => {
    const refusal = foreignRefusal(request);
    if (refusal) return refusal;
    const context = new RouterContextProvider();
    context.set(addressContext, clientAddress(address, request.headers.get("x-forwarded-for")));
    const ask = (asked: Request) => handle(asked, context);
    return withAllow((await drawKeptForm(request, ask)) ?? (await ask(request)));
  },
  { protocol, host, onError: answerFailure },
);

/** The JSON door names what it answers; pages are read and posted to (RFC 9110, 15.5.6). */
function withAllow(response: Response): Response {
  if (response.status === 405 && !response.headers.has("allow")) {
    response.headers.set("Allow", "GET, HEAD, POST");
  }
  return response;
}

/** A forwarded address is believed only from the configured proxy, and only what that proxy added. */
function clientAddress(address: string, forwarded: string | null): string {
  const peer = address.replace(/^::ffff:/, "");
  return peer === env.TRUSTED_PROXY ? (forwarded?.split(",").at(-1)?.trim() ?? peer) : peer;
}

const server = createWebServer((request, response) => {
  if (!answerFile(request, response)) compress(request, response, () => pages(request, response));
});

// Plans travel over slow lines: a request may take two hours, its headers no longer than a minute.
server.requestTimeout = 2 * 60 * 60 * 1000;
server.headersTimeout = 60 * 1000;
server.keepAliveTimeout = 65 * 1000;

server.on("error", (error) => {
  console.error(`Redline cannot start. ${error.message}`);
  process.exit(1);
});
server.listen(env.PORT, env.HOST, () => console.log(`Redline is at ${env.ORIGIN}`));

void lookForProvider();
const stopSweeping = [
  everyHour(sweep, "the sweep of files"),
  everyHour(sweepKeptForms, "the sweep of kept forms"),
];
const stopSending = sendMailAtIntervals();

/** Lets requests at hand end, then closes the database; whoever takes longer than ten seconds is cut off. */
async function stop() {
  for (const end of stopSweeping) end();
  const mailIsDone = stopSending();
  const cutOff = setTimeout(() => server.closeAllConnections(), 10_000);
  server.close(async () => {
    clearTimeout(cutOff);
    await mailIsDone;
    await closeDatabase();
    process.exit(0);
  });
  server.closeIdleConnections();
}

process.once("SIGTERM", stop);
process.once("SIGINT", stop);
