import type { Viewer } from "../policy";
import { Refusal } from "../refusal";
import { previewLetter } from "./letter-draft.server";
import { drawLetter } from "./letter-pdf.server";
import { letterQueue } from "./letter-queue.server";

/** Two letters are drawn at once; with one draft at a time, the other can be a release. */
const enqueue = letterQueue(1, 20);

type DraftPdf = { number: string; pdf: Buffer };
type Waiting = { signals: (AbortSignal | undefined)[]; drawn: Promise<DraftPdf> };

const waiting = new Map<string, Waiting>();

/** Requests of a viewer that wait for the same letter share its PDF. */
export function drawDraft(viewer: Viewer, permitId: number, signal?: AbortSignal): Promise<DraftPdf> {
  const key = `${viewer.id}/${permitId}`;
  const shared = waiting.get(key);
  if (shared) {
    shared.signals.push(signal);
    return shared.drawn;
  }
  const signals = [signal];
  const draw = async () => {
    waiting.delete(key);
    if (signals.every((sent) => sent?.aborted)) throw new Refusal(503, "The request was cancelled");
    const { content } = await previewLetter(viewer, permitId);
    return { number: content.number, pdf: await drawLetter(content, { isDraft: true }) };
  };
  const drawn = Promise.resolve().then(() =>
    enqueue(draw).catch((error) => {
      if (waiting.get(key)?.signals === signals) waiting.delete(key);
      throw error;
    }),
  );
  waiting.set(key, { signals, drawn });
  return drawn;
}
