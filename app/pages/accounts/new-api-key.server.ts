import { oneTimeSecret } from "./one-time-secret.server";

/** A new API key, with the name that its maker gave it. */
export type NewApiKey = { name: string; key: string };

const newApiKey = oneTimeSecret<NewApiKey>("shown-key");

/** On to a page that shows a new key once, to be copied: only its hash is kept. */
export const redirectWithKey = newApiKey.redirectWith;
/** The key that a page is to show, and the headers with which it is forgotten. */
export const takeNewApiKey = newApiKey.take;
