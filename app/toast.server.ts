import { createCookieSessionStorage } from "react-router";
import { createToastUtilsWithCustomSession } from "remix-toast";
import { cookieText, signedCookie } from "./signed-cookie.server";

const cookie = signedCookie("toast");

const { getToast, redirectWithToast } = createToastUtilsWithCustomSession(
  createCookieSessionStorage({ cookie }),
);

/** Returns the toast for this page, and the headers that delete its cookie; neither if the browser has no such cookie. */
export async function takeToast(request: Request) {
  if (!cookieText(request.headers.get("cookie"), cookie.name)) return {};
  const { toast } = await getToast(request);
  // The library's own header would keep an empty cookie, which every later page had to verify and sign.
  return { toast, headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) } };
}

/** Redirects after a change to a page that shows a success toast once. */
export const redirectWithSuccess = (to: string, description: string, init?: ResponseInit) =>
  redirectWithToast(to, { type: "success", message: "Success", description }, init);
