import { oneTimeSecret } from "./one-time-secret.server";

/** A link to set a password, with whose it is. */
export type NewPasswordLink = { email: string; link: string };

const newPasswordLink = oneTimeSecret<NewPasswordLink>("shown-link");

/** On to a page that shows a new link once, to be copied: only its hash is kept. */
export const redirectWithLink = newPasswordLink.redirectWith;
/** The link that a page is to show, and the headers with which it is forgotten. */
export const takeNewPasswordLink = newPasswordLink.take;
