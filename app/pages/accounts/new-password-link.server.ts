import { oneTimeSecret } from "./one-time-secret.server";

/** A link to set a password, with the email of its user. */
export type NewPasswordLink = { email: string; link: string };

const newPasswordLink = oneTimeSecret<NewPasswordLink>("shown-link");

/** Redirects to a page that shows a new link once. */
export const redirectWithLink = newPasswordLink.redirectWith;
/** Returns the new link for a page, and the headers that delete its cookie. */
export const takeNewPasswordLink = newPasswordLink.take;
