import { createCookieSessionStorage } from "react-router";
import { createToastUtilsWithCustomSession } from "remix-toast";
import { isPrefetch } from "./cross-site.server";
import { cookieText, signedCookie } from "./signed-cookie.server";

const cookie = signedCookie("toast");

const { getToast, redirectWithToast } = createToastUtilsWithCustomSession(
  createCookieSessionStorage({ cookie }),
);

export type Undo = { action: string; failure: string; fields: Record<string, string> };

type Taken = { type: "success"; message: string; key: string; undo?: Undo };

/** Returns none if the page is only fetched in advance. */
export async function takeToast(request: Request) {
  if (isPrefetch(request)) return {};
  if (!cookieText(request.headers.get("cookie"), cookie.name)) return {};
  const { toast } = await getToast(request);
  // The library's own header would keep an empty cookie, which every later page had to verify and sign.
  return {
    toast: toast as Taken | undefined,
    headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) },
  };
}

export const redirectWithSuccess = (to: string, message: string, init?: ResponseInit) =>
  redirectWithToast(to, successOf(message), init);

const successOf = (message: string) => ({ type: "success", message }) as const;

/** The same with a toast that has this form. The page can have it too, until it is loaded again. */
export const redirectWithUndo = (to: string, message: string, undo: Undo) =>
  redirectWithToast(to, { ...successOf(message), undo });

export async function readUndo(request: Request): Promise<Undo | undefined> {
  const { toast } = await takeToast(request);
  return toast?.undo;
}
