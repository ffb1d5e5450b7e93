import { oneTimeSecret } from "./one-time-secret.server";

/** A new API key with its name. */
type NewApiKey = { name: string; key: string };

const newApiKey = oneTimeSecret<NewApiKey>("shown-key");

/** Redirects to a page that shows a new key once. */
export const redirectWithKey = newApiKey.redirectWith;
/** Returns the new key for a page, and the headers that delete its cookie. */
export const takeNewApiKey = newApiKey.take;
