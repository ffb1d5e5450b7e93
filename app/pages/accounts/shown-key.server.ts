import { shownOnce } from "./shown-once.server";

/** A new API key, with the name that its maker gave it. */
export type ShownKey = { name: string; key: string };

const shownKey = shownOnce<ShownKey>("shown-key");

/** On to a page that shows a new key once, to be copied: only its hash is kept. */
export const redirectWithKey = shownKey.redirectWith;
/** The key that a page is to show, and the headers with which it is forgotten. */
export const takeShownKey = shownKey.take;
