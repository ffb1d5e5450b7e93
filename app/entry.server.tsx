import { createHash } from "node:crypto";
import { Writable } from "node:stream";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import styles from "./app.css?inline";
import stylesAddress from "./app.css?url";
import { criticalCssOf } from "./http/critical-css.server";
import { pageDataScript, takePageData } from "./http/page-data.server";
import { longPage, pageParts, pageResponse } from "./http/page-response.server";
import { logRouterError } from "./http/router-error.server";
import { hasKeptFormContext, renderedKeptForm } from "./kept-form.server";
import { letOthersIn } from "./models/batches.server";
import { newNonce } from "./models/secret.server";
import { plainCookie } from "./signed-cookie.server";
import { CodeFilesContext } from "./ui/code-on-demand";
import {
  KeptFormContext,
  LetOthersInContext,
  NonceContext,
  ReferenceContext,
  ScriptsContext,
} from "./ui/page-context";
import { referenceContext } from "./viewer.server";

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
  // A kept form whose page or row the user can no longer access.
  const [problem] = Object.values(routerContext.staticHandlerContext.errors ?? {});
  const refusedForm = problem ? renderedKeptForm() : undefined;
  const status = refusedForm && isRouteErrorResponse(problem) ? problem.status : routerStatus;
  if (request.method === "HEAD") return new Response(null, { status, headers });

  const keptForm = {
    isKept: status === 401 && (await context.get(hasKeptFormContext)()),
    typed: refusedForm?.fields,
  };
  const { context: pageContext, pageData } = await takePageData(routerContext);
  const isLong = pageData.length > longData || new URL(request.url).searchParams.has("print");
  const codeFiles = new Set<string>();
  const page = (
    <NonceContext value={nonce}>
      <ReferenceContext value={context.get(referenceContext)}>
        <KeptFormContext value={keptForm}>
          <ScriptsContext value={status !== 401 && !refusedForm}>
            <LetOthersInContext value={isLong ? letOthersIn : undefined}>
              <CodeFilesContext value={codeFiles}>
                <ServerRouter context={pageContext} url={request.url} nonce={nonce} />
              </CodeFilesContext>
            </LetOthersInContext>
          </ScriptsContext>
        </KeptFormContext>
      </ReferenceContext>
    </NonceContext>
  );
  const markup = isLong ? await renderInSteps(page) : `<!DOCTYPE html>${renderToString(page)}`;
  const dataScript = pageDataScript(pageData, pageContext, nonce);
  // The styles of a long page take a few milliseconds, as does its text.
  if (markup.length > longPage) await letOthersIn();
  const hasStyles = (await stylesCookie.parse(request.headers.get("cookie"))) === stylesVersion;
  if (!hasStyles) headers.append("Set-Cookie", await stylesCookie.serialize(stylesVersion));
  const styles = hasStyles ? stylesLink : inlineStyles(markup, dataScript !== "", nonce);
  // React ignores tags in the head that it did not render, so hydration is not affected.
  const head = `${markup.includes('id="toasts"') ? renderAtEnd : ""}${styles}`;
  if (markup.length > longPage) await letOthersIn();
  const end = dataScript && `${preloadsOf(codeFiles)}${dataScript}`;
  return pageResponse(pageParts(markup, head, end), { status, headers });
}

/** Pages whose data have more characters, and pages to print, are rendered in several turns, at the cost of CPU time. */
const longData = 100_000;

/** Delays rendering until the toasts, at the end of the page, have arrived, so that the layout does not shift. */
const renderAtEnd = '<link rel="expect" href="#toasts" blocking="render">';

const stylesLink = `<link rel="stylesheet" href="${stylesAddress}">`;

function inlineStyles(html: string, hasScripts: boolean, nonce: string): string {
  if (import.meta.env.DEV) return stylesLink;
  // Without scripts, it is for printing and for the next page; browsers do not wait for it.
  const allStyles = `<link rel="stylesheet" media="print" href="${stylesAddress}">`;
  // It would delay the scripts, so they load it when all of them have arrived.
  return `<style nonce="${nonce}">${criticalCss(html)}</style>${hasScripts ? `<noscript>${allStyles}</noscript>` : allStyles}`;
}

/** Without them, the browser would load these files when the scripts of the route run. They come after larger files. */
const preloadsOf = (files: Set<string>) =>
  [...files].map((file) => `<link rel="modulepreload" href="${file}">`).join("");

function renderInSteps(page: React.ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => pipe(collect(resolve)),
      onShellError: reject,
      onError: reject,
    });
  });
}

function collect(resolve: (text: string) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
    final(done) {
      resolve(`${Buffer.concat(chunks)}`);
      done();
    },
  });
}

function policy(nonce: string): string {
  const scripts = import.meta.env.DEV ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`;
  const styleSources = import.meta.env.DEV ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`;
  const sources = [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styleSources}`,
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
