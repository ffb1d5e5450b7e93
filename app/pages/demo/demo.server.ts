import { createCookie } from "react-router";
import { env } from "~/env.server";
import { Refusal } from "~/models/refusal";

/** The test pages are there in demo mode alone. */
export function refuseOutsideDemo(): void {
  if (!env.DEMO) throw new Refusal(404, "Page not found");
}

/** Marks a browser that signed in through a test page. */
export const testUserCookie = createCookie("test-user", {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: env.ORIGIN.startsWith("https:"),
  secrets: [env.SESSION_SECRET],
});

export const testCityUser = "city@demo.test";
