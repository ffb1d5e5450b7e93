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

/** After a change: on to a page that says, once, what was done. */
export const redirectWithSuccess = (to: string, description: string, init?: ResponseInit) =>
  redirectWithToast(to, { type: "success", message: "Success", description }, init);
