import { createCookieSessionStorage } from "react-router";
import { createToastUtilsWithCustomSession } from "remix-toast";
import { env } from "./env.server";

const flash = createCookieSessionStorage({
  cookie: {
    name: "toast",
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: env.ORIGIN.startsWith("https:"),
    secrets: [env.SESSION_SECRET],
  },
});

const { getToast, redirectWithToast } = createToastUtilsWithCustomSession(flash);

export { getToast };

/** Redirects after a change to a page that shows a success toast once. */
export const redirectWithSuccess = (to: string, description: string, init?: ResponseInit) =>
  redirectWithToast(to, { type: "success", message: "Success", description }, init);
