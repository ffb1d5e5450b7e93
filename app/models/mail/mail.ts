import type { Columns } from "../columns";
import { notSent } from "../failures";
import { valuesOf, valuesWhere } from "../options";
import type { Tone } from "../tone";

export const mailStatuses = {
  waiting: { label: "Waiting", tone: "blue", isFailure: false },
  sent: { label: "Sent", tone: "green", isFailure: false },
  no_mail_server: { label: notSent, tone: "yellow", isFailure: false },
  failed: { label: "Failed", tone: "red", isFailure: true },
  bounced: { label: "Bounced", tone: "red", isFailure: true },
} as const satisfies Record<string, { label: string; tone: Tone; isFailure: boolean }>;

export type MailStatus = keyof typeof mailStatuses;
export const mailStatusValues = valuesOf(mailStatuses);
export const failedStatuses = valuesWhere(mailStatuses, ({ isFailure }) => isFailure);

export const mailColumns = {
  id: { kind: "id" },
  toAddress: { kind: "text", heading: "To" },
  subject: { kind: "text", heading: "Subject" },
  status: { kind: "option", of: mailStatuses, heading: "Status" },
  attempts: { kind: "count" },
  nextAttemptAt: { kind: "moment", isNullable: true },
  lastError: { kind: "text", isNullable: true },
  createdAt: { kind: "moment" },
  sentAt: { kind: "moment", isNullable: true, heading: "Time" },
  handledAt: { kind: "moment", isNullable: true },
  handledByName: { kind: "text", isNullable: true },
} as const satisfies Columns;

/** Of what a mail server says. */
export const maxErrorLength = 300;

const minute = 60 * 1000;
/** Milliseconds after each failed attempt. The fifth attempt is the last (R17.6). */
const pauses = [minute, 5 * minute, 30 * minute, 120 * minute];

/** A later next attempt is from before the clock was set back, and is due at once. */
export const maxPause = Math.max(...pauses);

export const pauseAfter = (attempts: number): number | undefined => pauses[attempts - 1];
