import { shownOnce } from "./shown-once.server";

/** A link to set a password, with whose it is. */
export type ShownLink = { email: string; link: string };

const shownLink = shownOnce<ShownLink>("shown-link");

/** On to a page that shows a new link once, to be copied: only its hash is kept. */
export const redirectWithLink = shownLink.redirectWith;
/** The link that a page is to show, and the headers with which it is forgotten. */
export const takeShownLink = shownLink.take;
