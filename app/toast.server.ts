import { createCookieSessionStorage } from "react-router";
import { createToastUtilsWithCustomSession } from "remix-toast";
import { cookieText, signedCookie } from "./signed-cookie.server";

const cookie = signedCookie("toast");

const { getToast, redirectWithToast } = createToastUtilsWithCustomSession(
  createCookieSessionStorage({ cookie }),
);

/** Returns the toast for this page, and the headers that delete its cookie; neither if the browser has none. */
export async function takeToast(request: Request) {
  // The library would sign an empty cookie for every page.
  if (!cookieText(request.headers.get("cookie"), cookie.name)) return {};
  const { toast, headers } = await getToast(request);
  return toast ? { toast, headers } : {};
}

/** Redirects after a change to a page that shows a success toast once. */
export const redirectWithSuccess = (to: string, description: string, init?: ResponseInit) =>
  redirectWithToast(to, { type: "success", message: "Success", description }, init);
