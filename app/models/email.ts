/** Returns the link to write to an email address, whose signs such as # and & would otherwise end it. */
export const mailLink = (email: string): string => `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
