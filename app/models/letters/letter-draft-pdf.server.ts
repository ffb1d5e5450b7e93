import type { Viewer } from "../policy";
import { Refusal } from "../refusal";
import { previewLetter } from "./letter-draft.server";
import { drawLetter, letterQueue } from "./letter-pdf.server";

/** One draft is drawn at a time, so that of the two letters that are drawn together, one can be a release. */
const enqueue = letterQueue(1, 20);

type DraftPdf = { number: string; pdf: Buffer };
type Waiting = { signals: (AbortSignal | undefined)[]; drawn: Promise<DraftPdf> };

/** The drafts that are not begun, by viewer and permit. */
const waiting = new Map<string, Waiting>();

/**
 * Returns the PDF of a permit's letter as it would go out now, and the letter's number. A viewer's requests that wait for
 * the same letter get the same PDF; it is not drawn if `signal` says that the clients of all of them have disconnected.
 * Refuses as `previewLetter` does, and with 503 if it cannot be drawn or twenty others wait.
 */
export function drawDraft(viewer: Viewer, permitId: number, signal?: AbortSignal): Promise<DraftPdf> {
  const key = `${viewer.id}/${permitId}`;
  const shared = waiting.get(key);
  if (shared) {
    shared.signals.push(signal);
    return shared.drawn;
  }
  const signals = [signal];
  const draw = async () => {
    // A request from now on gets another PDF, since something could have been changed.
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
