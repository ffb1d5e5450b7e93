import { createCookieSessionStorage } from "react-router";
import { createToastUtilsWithCustomSession } from "remix-toast";
import { env } from "./env.server";

const cookieName = "toast";

const flash = createCookieSessionStorage({
  cookie: {
    name: cookieName,
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: env.ORIGIN.startsWith("https:"),
    secrets: [env.SESSION_SECRET],
  },
});

const { getToast, redirectWithToast } = createToastUtilsWithCustomSession(flash);

/** Returns the toast for this page, and the headers that delete its cookie; neither if the browser has none. */
export async function takeToast(request: Request) {
  // The library would sign an empty cookie for every page.
  if (!request.headers.get("cookie")?.includes(`${cookieName}=`)) return {};
  const { toast, headers } = await getToast(request);
  return toast ? { toast, headers } : {};
}

/** Redirects after a change to a page that shows a success toast once. */
export const redirectWithSuccess = (to: string, description: string, init?: ResponseInit) =>
  redirectWithToast(to, { type: "success", message: "Success", description }, init);
