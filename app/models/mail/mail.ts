import type { Columns } from "../columns";
import { valuesOf } from "../options";
import type { Tone } from "../tone";

export const mailStatuses = {
  waiting: { label: "Waiting", tone: "blue" },
  sent: { label: "Sent", tone: "green" },
  failed: { label: "Failed", tone: "red" },
} as const satisfies Record<string, { label: string; tone: Tone }>;

export type MailStatus = keyof typeof mailStatuses;
export const mailStatusValues = valuesOf(mailStatuses);

/** What an email looks like in the log, without its text. */
export const mailColumns = {
  id: { kind: "id" },
  toAddress: { kind: "text", heading: "To" },
  subject: { kind: "text", heading: "Subject" },
  status: { kind: "option", of: mailStatuses, heading: "Status" },
  attempts: { kind: "count" },
  nextAttemptAt: { kind: "moment" },
  lastError: { kind: "text", isNullable: true },
  createdAt: { kind: "moment" },
  sentAt: { kind: "moment", isNullable: true, heading: "Time" },
} as const satisfies Columns;

const minute = 60 * 1000;
/** How long to wait after each attempt that failed; after the fifth there is no other. */
const pauses = [minute, 5 * minute, 30 * minute, 120 * minute];

/** No mail waits longer than this; one that is to wait longer was written by a clock that jumped back since. */
export const longestPause = Math.max(...pauses);

/** How many milliseconds to wait for the next attempt, or undefined when that was the last. */
export const pauseAfter = (attempts: number): number | undefined => pauses[attempts - 1];
