import { RouterContextProvider } from "react-router";
import { type Packed, unpack } from "~/models/packed";
import type { Viewer } from "~/models/policy";
import type { FormResult } from "~/platform/forms/form.server";
import { takeToast, type Undo } from "~/platform/http/toast.server";
import { handleInContext } from "./page-request";
import { loadedIn } from "./server-build";
import { signInCookie } from "./test-addresses";

export type Fields = Record<string, string | number | Blob | (string | number | Blob)[] | null | undefined>;

const cookies = new WeakMap<Viewer, Promise<string>>();

/** Returns the cookie of a viewer's only session. */
export function cookieFor(viewer: Viewer): Promise<string> {
  const cookie = cookies.get(viewer) ?? signInCookie(viewer);
  cookies.set(viewer, cookie);
  return cookie;
}

async function responseTo(viewer: Viewer, address: string, cookie: string, init = {}) {
  const context = new RouterContextProvider();
  const allCookies = [await cookieFor(viewer), cookie].filter(Boolean).join("; ");
  const response = await handleInContext(address, allCookies, init, context);
  return { response, loaded: loadedIn.get(context) };
}

type Loaded = NonNullable<ReturnType<typeof loadedIn.get>>;

/** Returns what a loader has packed, if it packs. */
export function unpacked(loaded: unknown): unknown {
  const text = typeof loaded === "string" ? loaded : (loaded as { packed?: string } | undefined)?.packed;
  return text === undefined ? loaded : unpack(text as Packed<unknown>);
}

/** Returns the data of the page, and of the dialog over it. */
function dataIn({ matches, loaderData }: Loaded) {
  const ids = matches.map(({ route }) => route.id);
  const dialogs = ids.findIndex((id) => id.startsWith("dialogs over "));
  const dataOf = (id?: string) => (id === undefined ? undefined : unpacked(loaderData[id]));
  return dialogs < 0
    ? { page: dataOf(ids.at(-1)) }
    : { page: dataOf(ids[dialogs - 1]), dialog: dataOf(ids[dialogs + 1]) };
}

const messageIn = ({ errors }: Loaded): string | undefined =>
  Object.values(errors ?? {}).map((error) => error?.data?.message)[0];

/**
 * Opens a page as a viewer does, with all its middleware and loaders. `Page` and `Dialog` are what the loaders return;
 * `message` is that of a refusal.
 */
export async function openPage<Page = unknown, Dialog = unknown>(
  viewer: Viewer,
  address: string,
  cookie = "",
) {
  const { response, loaded } = await responseTo(viewer, address, cookie);
  const data: { page?: unknown; dialog?: unknown } = loaded ? dataIn(loaded) : {};
  return {
    status: response.status,
    headers: response.headers,
    location: response.headers.get("location"),
    page: data.page as Page,
    dialog: data.dialog as Dialog,
    message: loaded && messageIn(loaded),
  };
}

function bodyOf(fields: Fields): FormData | URLSearchParams {
  const entries = Object.entries(fields).flatMap(([name, value]) =>
    [value ?? []].flat().map((entry) => ({ name, value: entry instanceof Blob ? entry : String(entry) })),
  );
  const hasFile = entries.some(({ value }) => value instanceof Blob);
  const body = hasFile ? new FormData() : new URLSearchParams();
  for (const { name, value } of entries) body.append(name, value as string);
  return body;
}

/** Sends a form of a page or a dialog as a viewer does: a redirect with its toast, or what is refused. */
export async function sendForm(viewer: Viewer, address: string, fields: Fields = {}) {
  const { response, loaded } = await responseTo(viewer, address, "", {
    method: "POST",
    body: bodyOf(fields),
  });
  const cookie = response.headers
    .getSetCookie()
    .map((header) => header.split(";")[0])
    .join("; ");
  const { toast } = await takeToast(new Request("http://localhost:3000/", { headers: { cookie } }));
  const [result] = Object.values(loaded?.actionData ?? {}) as (FormResult & {
    keptFiles?: object[];
    undo?: Undo;
  })[];
  return {
    status: response.status,
    headers: response.headers,
    location: response.headers.get("location"),
    toast: toast?.message,
    undo: toast?.undo ?? result?.undo,
    /** The cookies that the next request sends. */
    cookie,
    failure: result?.failure,
    errors: result?.submission.error ?? {},
    typed: result?.submission.initialValue ?? {},
    current: result?.current,
    questions: result?.questions?.map(({ text }) => text),
    kept: result?.keptFiles,
    message: loaded && messageIn(loaded),
  };
}
