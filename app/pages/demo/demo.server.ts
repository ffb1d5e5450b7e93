import { createCookie } from "react-router";
import { env } from "~/env.server";
import { Refusal } from "~/models/refusal";

/** Throws 404 outside the demo, where there are no test pages. */
export function refuseOutsideDemo(): void {
  if (!env.DEMO) throw new Refusal(404, "Page not found");
}

/** Marks a browser that signed in through a test page. */
export const demoUserCookie = createCookie("test-user", {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: env.ORIGIN.startsWith("https:"),
  secrets: [env.SESSION_SECRET],
});

/** The email address of the demo's city user. */
export const demoCityUser = "city@demo.test";
