import { env } from "~/platform/env.server";

const { hostname } = new URL(env.ORIGIN);

type Identified = { id: number; createdAt: string };

/** It is the same in each attempt, to make copies detectable, and finds the email of a bounce. */
export const messageIdOf = ({ id, createdAt }: Identified): string =>
  `<redline.${id}.${Date.parse(createdAt)}@${hostname}>`;

const messageId = /\bredline\.(\d{1,15})\.(\d{1,15})@[\w.-]+/;

/** Finds the first Message-ID of Redline in a text. A former `ORIGIN` counts, since id and time are enough. */
export function emailIn(text: string): Identified | undefined {
  const [, id, time] = messageId.exec(text) ?? [];
  return id ? { id: Number(id), createdAt: new Date(Number(time)).toISOString() } : undefined;
}
