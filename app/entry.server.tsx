import { createHash } from "node:crypto";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import styles from "./app.css?inline";
import stylesAddress from "./app.css?url";
import { buildHeader } from "./models/reference";
import { yieldToEventLoop } from "./platform/db/batches.server";
import { logRouterError } from "./platform/failure.server";
import type { FormResult } from "./platform/forms/form.server";
import { hasKeptFormContext, renderedKeptForm } from "./platform/forms/kept-form.server";
import { criticalCssOf } from "./platform/http/critical-css.server";
import { plainCookie } from "./platform/http/signed-cookie.server";
import { referenceContext } from "./platform/http/viewer.server";
import { newNonce } from "./platform/secret.server";
import { PageContext, type UnsentForm } from "./ui/page-context";

const criticalCss = criticalCssOf(styles);
const stylesVersion = createHash("sha256").update(styles).digest("base64url").slice(0, 8);
/** Set when a browser has fetched the style sheet. Before that, each page contains its critical CSS. */
const stylesCookie = plainCookie("styles", { maxAge: 365 * 24 * 60 * 60 });

export default async function handleRequest(
  request: Request,
  routerStatus: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
) {
  const nonce = newNonce();
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Cache-Control", "private, no-store");
  headers.set("Content-Security-Policy", policy(nonce));
  const { errors, actionData } = routerContext.staticHandlerContext;
  const [problem] = Object.values(errors ?? {});
  // A kept form whose page or row the user can no longer access.
  const refusedForm = problem ? renderedKeptForm() : undefined;
  const status = refusedForm && isRouteErrorResponse(problem) ? problem.status : routerStatus;
  if (request.method === "HEAD") return new Response(null, { status, headers });

  const page = {
    mayHaveScripts: status !== 401 && !refusedForm,
    reference: context.get(referenceContext),
    yieldToEventLoop,
    hasKeptForm: status === 401 && (await context.get(hasKeptFormContext)()),
    unsent:
      problem && (refusedForm ? { wasSignedOut: true, fields: refusedForm.fields } : unsentIn(actionData)),
  };
  const html = await render(
    <PageContext value={page}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </PageContext>,
    nonce,
  );
  const hasStyles = (await stylesCookie.parse(request.headers.get("cookie"))) === stylesVersion;
  if (!hasStyles) headers.append("Set-Cookie", await stylesCookie.serialize(stylesVersion));
  // A page that only looks at a sheet has one script, which does not hydrate it.
  const hasScripts = /<script\b(?![^>]* src=)/.test(html);
  const styles = hasStyles ? stylesLink : inlineStyles(html, nonce);
  const build = hasScripts ? `<meta name="${buildHeader}" content="${routerContext.manifest.version}">` : "";
  const head = `${build}${html.includes('id="toasts"') ? renderAtEnd : ""}${styles}`;
  return new Response(withHead(html, head), { status, headers });
}

/** Returns the entries of a refused form that is no longer shown, and why it was refused. */
function unsentIn(actionData: Record<string, unknown> | null): UnsentForm | undefined {
  const [result] = Object.values(actionData ?? {}) as (FormResult | undefined)[];
  if (!result?.submission) return undefined;
  const entries = Object.entries(result.submission.initialValue ?? {});
  const fields = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { fields, failure: result.failure };
}

/** Milliseconds until loader data that have not arrived are given up, and a second later the page. */
export const streamTimeout = 5_000;

/** Renders a page to its end: its head needs the styles of its body. */
function render(page: ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        clearTimeout(timer);
        resolve(text(pipe(new PassThrough())));
      },
      onError(error) {
        clearTimeout(timer);
        reject(error);
      },
    });
    const timer = setTimeout(abort, streamTimeout + 1000);
  });
}

/** React ignores tags in the head that it did not render, so hydration is not affected. */
const withHead = (html: string, tags: string): string => html.replace("<head>", () => `<head>${tags}`);

/** Waits for the toasts at the end of the page: rendered before them, the layout would shift. */
const renderAtEnd = '<link rel="expect" href="#toasts" blocking="render">';

const stylesLink = `<link rel="stylesheet" href="${stylesAddress}">`;

function inlineStyles(html: string, nonce: string): string {
  if (import.meta.env.DEV) return stylesLink;
  // Without scripts, it is for printing and for the next page; browsers do not wait for it.
  const allStyles = `<link rel="stylesheet" media="print" href="${stylesAddress}">`;
  // It would delay the scripts, so they load it when all of them have arrived.
  return `<style nonce="${nonce}">${criticalCss(html)}</style>${html.includes("<script") ? `<noscript>${allStyles}</noscript>` : allStyles}`;
}

function policy(nonce: string): string {
  const ownAndInline = import.meta.env.DEV ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`;
  const sources = [
    "default-src 'none'",
    `script-src ${ownAndInline}`,
    `style-src ${ownAndInline}`,
    "img-src 'self' data:",
    `connect-src 'self'${import.meta.env.DEV ? " ws:" : ""}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return sources.join(";");
}

export const handleError: HandleErrorFunction = (error, { request, context }) =>
  logRouterError(error, request, context.get(referenceContext));
