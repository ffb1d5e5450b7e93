import { env } from "~/env.server";
import { Refusal } from "~/models/refusal";
import { signedCookie } from "~/signed-cookie.server";

export function refuseOutsideDemo(): void {
  if (!env.DEMO) throw new Refusal(404, "Page not found");
}

/** Marks a browser that signed in through a test page. */
export const demoUserCookie = signedCookie("test-user");

export const demoCityUser = "city@demo.test";
