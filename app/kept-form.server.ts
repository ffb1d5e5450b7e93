import { AsyncLocalStorage } from "node:async_hooks";
import { finished } from "node:stream/promises";
import { createContext, createCookie, type RouterContextProvider } from "react-router";
import { env } from "./env.server";
import { readForm } from "./http/request-body.server";
import {
  type FormOwner,
  forgetKeptForm,
  type KeptForm,
  keepForm,
  readKeptForm,
  sealOwner,
  type TypedForm,
  unsealOwner,
} from "./models/accounts/kept-form.server";
import type { Viewer } from "./models/policy";
import { Refusal } from "./models/refusal";
import { newFormKey, newToken } from "./models/secret.server";
import { isCall, maybeViewer, readSession } from "./viewer.server";

const cookie = createCookie("kept-forms", {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: env.ORIGIN.startsWith("https:"),
  secrets: [env.SESSION_SECRET],
  maxAge: 2 * 60 * 60,
});

const drawing = new AsyncLocalStorage<KeptForm>();

/** The kept form that is being drawn, of which nothing may be carried out. */
export const drawnForm = (): KeptForm | undefined => drawing.getStore();

export const signedOut = "You were signed out. Check your entries and send them again.";

/** What a drawn form says above its fields. */
export const problemsOfDrawn = ({ fileNames }: KeptForm): string[] =>
  fileNames.length === 0 ? [signedOut] : [signedOut, `Choose these files again: ${fileNames.join(", ")}`];

/** Tells the sign-in page whether this browser has a form that waits for its author. */
export const isKeptContext = createContext<() => Promise<boolean>>(async () => false);

type MiddlewareArguments = {
  request: Request;
  url: URL;
  pattern?: string;
  context: Readonly<RouterContextProvider>;
};

/** The root's middleware: keeps the form of a post whose session has ended, until its author is back. */
export async function keptFormMiddleware(
  { request, url, pattern = "", context }: MiddlewareArguments,
  next: () => Promise<Response>,
) {
  if (maybeViewer(context) || isCall(pattern)) return next();
  if (request.method !== "POST") {
    context.set(isKeptContext, async () => (await browserTokenOf(request)) !== undefined);
    return next();
  }
  let kept: Promise<string | undefined> | undefined;
  const keep = () => {
    // Which of two pages of one path a form is for stands in the query as it was sent.
    kept ??= keepPosted(request, addressOf(url.pathname, new URL(request.url).search));
    return kept;
  };
  context.set(isKeptContext, async () => (await keep()) !== undefined);
  const response = await next();
  const header = response.status === 401 ? await keep() : undefined;
  if (header) response.headers.append("Set-Cookie", header);
  return response;
}

/** An address in one spelling: the router writes `?edit=` where a form says `?edit`. */
const addressOf = (pathname: string, search: string) => `${pathname}?${new URLSearchParams(search)}`;

/** Keeps a posted form when its sealed field is good; returns the header that lets the browser find it. */
async function keepPosted(request: Request, address: string): Promise<string | undefined> {
  const { owner, ...typed } = await readTyped(request);
  if (!owner) return undefined;
  const token = (await browserTokenOf(request)) ?? newToken();
  const isKept = await keepForm(token, owner.userId, { address, fields: [], fileNames: [], ...typed });
  return isKept ? cookie.serialize(token) : undefined;
}

type Typed = Partial<Omit<TypedForm, "address">> & { owner?: FormOwner };

async function readTyped(request: Request): Promise<Typed> {
  // Whoever has read the body already knew what to do without a session.
  if (request.bodyUsed) return {};
  try {
    const { form, received, surplus } = await readForm(request, async ({ fileName, stream }) => {
      await finished(stream.resume());
      return fileName;
    });
    const owner = takeOwner(form);
    const fields = [...form]
      .map(([name, value]): [string, string] => [name, String(value)])
      .filter(([name]) => !/password/i.test(name));
    return { owner, fields, fileNames: [...received, ...surplus] };
  } catch (error) {
    if (error instanceof Refusal) return {};
    throw error;
  }
}

const ownerField = "owner";

const roundCookie = createCookie("round", { path: "/", httpOnly: true, sameSite: "lax" });

/** The sealed field that each form of a viewer's page carries. */
export async function formOwner(request: Request, viewer: Viewer) {
  const round = await roundCookie.parse(request.headers.get("cookie"));
  return { name: `${ownerField}-${round ?? 0}`, value: sealOwner(viewer, drawnForm()?.id) };
}

/**
 * Once a form was sent: forgets the kept form that it was filled from, and gives the sealed field another
 * name. A browser that goes back fills a form in as it was when the names are the same: so it does after a
 * failure and not after a success, where sending it again would make a second of everything.
 */
export async function endRound(owner: FormOwner, headers: Headers): Promise<void> {
  if (owner.keptFormId) await forgetKeptForm(owner);
  headers.append("Set-Cookie", await roundCookie.serialize(newFormKey().slice(0, 6)));
}

/** Takes the sealed field out of a form, and returns whom it names. */
export function takeOwner(form: FormData): FormOwner | undefined {
  const name = [...form.keys()].find((key) => key.startsWith(ownerField));
  if (!name) return undefined;
  const sealed = form.get(name);
  form.delete(name);
  return typeof sealed === "string" ? unsealOwner(sealed) : undefined;
}

async function browserTokenOf(request: Request): Promise<string | undefined> {
  const token = await cookie.parse(request.headers.get("cookie"));
  return typeof token === "string" ? token : undefined;
}

/**
 * Answers a page's address with the form that its viewer could not send for want of a session: as if it
 * had been sent and refused, with all that was typed. Undefined when there is none.
 */
export async function drawKeptForm(
  request: Request,
  handle: (request: Request) => Promise<Response>,
): Promise<Response | undefined> {
  const { pathname, search } = new URL(request.url);
  if (request.method !== "GET" || pathname.endsWith(".data")) return undefined;
  const token = await browserTokenOf(request);
  const viewer = token && (await readSession(request));
  if (!viewer) return undefined;
  const form = await readKeptForm(token, viewer, addressOf(pathname, search));
  if (!form) return undefined;
  const body = new FormData();
  for (const [name, value] of form.fields) body.append(name, value);
  const headers = new Headers(request.headers);
  headers.delete("content-type");
  const post = new Request(request.url, { method: "POST", headers, body, signal: request.signal });
  return drawing.run(form, () => handle(post));
}
