import type { Viewer } from "../policy";
import { drawCutOuts } from "./cut-outs.server";
import { previewLetter } from "./letter-draft.server";
import { drawLetter } from "./letter-pdf.server";
import { letterQueue } from "./letter-queue.server";

/** Two letters are drawn at once; with one draft at a time, the other can be a release. */
const enqueue = letterQueue("drafts of letters", 1, 20);

export const drawDraft = (viewer: Viewer, permitId: number, signal?: AbortSignal) =>
  enqueue(async () => {
    const draft = await previewLetter(viewer, permitId);
    const { content, cutOuts } = await drawCutOuts(draft.content, viewer.id);
    return { number: content.number, pdf: await drawLetter(content, { permitId, cutOuts, isDraft: true }) };
  }, signal);
