/** Days after which a link ends. */
export const linkDays = 400;

/** Of one permit, that are neither revoked nor over. */
export const maxLinks = 50;

/** Links of one permit that are mailed in a day, also with a letter. A release mails its letter all the same. */
export const maxMailedADay = 5;

export const statusPath = "/status";

export const isStatusAddress = (pathname: string): boolean => /^\/status(\/|$)/i.test(pathname);

/** Returns the address of the page of the link that an address is at or below. */
export const statusPageIn = (pathname: string): string | undefined => /^\/status\/[^/]+/i.exec(pathname)?.[0];

/** Said of a wrong, a revoked and an ended link alike. */
export const invalidLink = "This link is not valid any more";
