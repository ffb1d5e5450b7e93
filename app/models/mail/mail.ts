import type { Columns } from "../columns";
import { valuesOf } from "../options";
import type { Tone } from "../tone";

export const mailStatuses = {
  waiting: { label: "Waiting", tone: "blue", isDone: false },
  sent: { label: "Sent", tone: "green", isDone: true },
  failed: { label: "Failed", tone: "red", isDone: false },
} as const satisfies Record<string, { label: string; tone: Tone; isDone: boolean }>;

export type MailStatus = keyof typeof mailStatuses;
export const mailStatusValues = valuesOf(mailStatuses);

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
/** Milliseconds after each failed attempt. The fifth attempt is the last (R17.6). */
const pauses = [minute, 5 * minute, 30 * minute, 120 * minute];

/** A later next attempt is from before the clock was set back, and is due at once. */
export const maxPause = Math.max(...pauses);

export const pauseAfter = (attempts: number): number | undefined => pauses[attempts - 1];
