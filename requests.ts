import type { IncomingMessage, ServerResponse } from "node:http";
import { constants } from "node:zlib";
import * as build from "virtual:react-router/server-build";
import { type ClientAddress, createRequestListener } from "@remix-run/node-fetch-server";
import createCompression from "compression";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { clientAddressBehind } from "./app/platform/client-address.server";
import { env } from "./app/platform/env.server";
import { renderKeptForm } from "./app/platform/forms/kept-form.server";
import { brotliWindow } from "./app/platform/http/content-encoding.server";
import { crossSiteRefusal } from "./app/platform/http/cross-site.server";
import { isFromOutdatedPage, isOutdatedContext } from "./app/platform/http/outdated-page.server";
import { requestTurn } from "./app/platform/http/request-turns.server";
import { addressContext, logRefusedAccess } from "./app/platform/http/viewer.server";
import { failureResponse } from "./app/platform/http/web-server.server";
import { noteRequest } from "./app/platform/request-facts.server";

type Step = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const { protocol, host } = new URL(env.ORIGIN);

const clientAddress = clientAddressBehind(env.TRUSTED_PROXY);

const compress = createCompression({
  brotli: { params: { ...brotliWindow, [constants.BROTLI_PARAM_QUALITY]: 6 } },
}) as unknown as Step;

const route = createRequestHandler(build, env.NODE_ENV);

async function responseTo(request: Request, { address }: ClientAddress): Promise<Response> {
  const client = clientAddress(address, request.headers.get("x-forwarded-for"));
  noteRequest({ address: client });
  await requestTurn(client);
  const context = new RouterContextProvider();
  context.set(addressContext, client);
  context.set(isOutdatedContext, isFromOutdatedPage(request, build.assets.version));
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

const respondUncompressed = createRequestListener(responseTo, listenerOptions);

/** A 405 needs `Allow` (RFC 9110, 15.5.6). The API sets it itself; pages accept the methods below. */
function withAllow(response: Response): Response {
  if (response.status === 405 && !response.headers.has("allow")) {
    response.headers.set("Allow", "GET, HEAD, POST");
  }
  return response;
}

/** Responds to what is neither a file of the build nor a health check. */
export const respond = (request: IncomingMessage, response: ServerResponse): void =>
  compress(request, response, () => respondUncompressed(request, response));
