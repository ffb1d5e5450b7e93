/** What keeps the installation from working as it should: what is wrong, and what to do. */
export type Notice = { text: string; link?: { to: string; label: string } };
