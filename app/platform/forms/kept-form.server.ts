import { AsyncLocalStorage } from "node:async_hooks";
import { finished } from "node:stream/promises";
import { createContext } from "react-router";
import {
  deleteKeptForm,
  type FormOwner,
  type KeptForm,
  keptFormsOf,
  readFormOwner,
  readKeptForm,
  type SentForm,
  signFormOwner,
  storeKeptForm,
} from "~/models/accounts/kept-form.server";
import { recordAttempt } from "~/models/accounts/password-attempt.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { tryWrite } from "../db/try-write.server";
import { setRetryAfter } from "../failure.server";
import { presentAddress } from "../http/old-addresses.server";
import { readForm } from "../http/request-body.server";
import { plainCookie, signedCookie } from "../http/signed-cookie.server";
import {
  addressContext,
  isApi,
  type MiddlewareArguments,
  maybeViewer,
  readSession,
} from "../http/viewer.server";
import { newIdempotencyKey, newToken } from "../secret.server";

const cookie = signedCookie("kept-forms", { maxAge: 2 * 60 * 60 });

const rendering = new AsyncLocalStorage<KeptForm>();

export const renderedKeptForm = (): KeptForm | undefined => rendering.getStore();

export const signedOutMessage = "You were signed out. Check your entries and send them again.";

export const keptFormProblems = ({ fileNames }: KeptForm): string[] =>
  fileNames.length === 0
    ? [signedOutMessage]
    : [signedOutMessage, `Choose these files again: ${fileNames.join(", ")}`];

export const hasKeptFormContext = createContext<() => Promise<boolean>>(async () => false);

/** The root's middleware: stores the form of a POST whose session has ended, until the same user signs in again. */
export async function keptFormMiddleware(
  { request, url, pattern = "", context }: MiddlewareArguments,
  next: () => Promise<Response>,
) {
  if (maybeViewer(context) || isApi(pattern)) return next();
  if (request.method !== "POST") {
    context.set(hasKeptFormContext, async () => (await browserTokenOf(request)) !== undefined);
    return next();
  }
  let stored: Promise<string | Refusal | undefined> | undefined;
  const storeOnce = () => {
    // The query of the request, since pages of the same path differ in it.
    const address = normalizedAddress(`${url.pathname}${new URL(request.url).search}`);
    stored ??= storePostedForm(request, address, context.get(addressContext));
    return stored;
  };
  context.set(hasKeptFormContext, async () => typeof (await storeOnce()) === "string");
  const response = await next();
  const header = response.status === 401 ? await storeOnce() : undefined;
  if (header instanceof Refusal) {
    setRetryAfter(request, header.details.retryAfter);
    throw header;
  }
  if (header) response.headers.append("Set-Cookie", header);
  return response;
}

/** Normalizes an address: the router writes `?edit=` where a form has `?edit`. */
function normalizedAddress(address: string): string {
  const [pathname, search] = address.split("?", 2);
  return `${pathname}?${new URLSearchParams(search)}`;
}

/** Returns the Set-Cookie header of the browser, or 429 after too many such forms and failed sign-ins. */
async function storePostedForm(request: Request, address: string, clientAddress: string) {
  // An action that has already read the body needs no session.
  if (request.bodyUsed) return undefined;
  const refusal = await recordAttempt(null, clientAddress).catch(refusalOfForm);
  if (refusal instanceof Refusal) return refusal;
  const { owner, ...input } = await readInput(request);
  if (!owner) return undefined;
  const token = (await browserTokenOf(request)) ?? newToken();
  const isStored = await storeKeptForm(token, owner.userId, { address, fields: [], fileNames: [], ...input });
  return isStored ? cookie.serialize(token) : undefined;
}

type Input = Partial<Omit<SentForm, "address">> & { owner?: FormOwner };

/** Returns undefined while the database is away. */
function refusalOfForm(error: unknown): Refusal | undefined {
  if (!(error instanceof Refusal)) throw error;
  if (error.status !== 429) return undefined;
  const message = `${error.message} What you have typed was not kept: go back to find it in the form, sign in in another tab, and send it again.`;
  return new Refusal(429, message, error.details);
}

async function readInput(request: Request): Promise<Input> {
  try {
    const { form, received, surplus } = await readForm(request, async ({ fileName, stream }) => {
      await finished(stream.resume());
      return fileName;
    });
    const owner = extractOwner(form);
    const fields = [...form]
      .map(([name, value]): [string, string] => [name, String(value)])
      .filter(([name]) => !/password|oneTimeCode/i.test(name));
    return { owner, fields, fileNames: [...received, ...surplus] };
  } catch (error) {
    if (error instanceof Refusal) return {};
    throw error;
  }
}

const ownerPrefix = "owner";

/** The suffix of the signed field's name; it changes after each successful form. */
const suffixCookie = plainCookie("round");

export async function ownerField(request: Request, viewer: Viewer) {
  const suffix = await suffixCookie.parse(request.headers.get("cookie"));
  return { name: `${ownerPrefix}-${suffix ?? 0}`, value: signFormOwner(viewer, renderedKeptForm()?.id) };
}

/** After Back, a browser fills in fields of the same name: with a new one, a saved form is not sent twice. */
export async function completeForm(owner: FormOwner, headers: Headers): Promise<void> {
  // The form is saved: nothing else may refuse it.
  if (owner.keptFormId)
    await tryWrite(`deleting the kept form ${owner.keptFormId}`, () => deleteKeptForm(owner));
  headers.append("Set-Cookie", await suffixCookie.serialize(newIdempotencyKey().slice(0, 6)));
}

export function extractOwner(form: FormData): FormOwner | undefined {
  const name = [...form.keys()].find((key) => key.startsWith(ownerPrefix));
  if (!name) return undefined;
  const signed = form.get(name);
  form.delete(name);
  return typeof signed === "string" ? readFormOwner(signed) : undefined;
}

async function browserTokenOf(request: Request): Promise<string | undefined> {
  const token = await cookie.parse(request.headers.get("cookie"));
  return typeof token === "string" ? token : undefined;
}

/** Returns undefined if there is no such form, or while the database is away, as the page itself says then. */
export async function renderKeptForm(request: Request, handle: (request: Request) => Promise<Response>) {
  const form = await keptFormOf(request).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  if (!form) return undefined;
  const body = new FormData();
  for (const [name, value] of form.fields) body.append(name, value);
  const headers = new Headers(request.headers);
  headers.delete("content-type");
  const post = new Request(request.url, { method: "POST", headers, body, signal: request.signal });
  return rendering.run(form, () => handle(post));
}

async function keptFormOf(request: Request): Promise<KeptForm | undefined> {
  const { pathname, search } = new URL(request.url);
  if (request.method !== "GET" || pathname.endsWith(".data")) return undefined;
  const token = await browserTokenOf(request);
  // The cookie stays after the form was sent: most of these browsers have none.
  const rows = token ? await keptFormsOf(token) : [];
  const viewer = rows.length > 0 ? await readSession(request) : null;
  if (!viewer) return undefined;
  const presentRows = rows.map(({ address, ...row }) => ({
    ...row,
    address: normalizedAddress(presentAddress(address) ?? address),
  }));
  return readKeptForm(presentRows, viewer, normalizedAddress(`${pathname}${search}`));
}
