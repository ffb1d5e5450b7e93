export const maxAnswerLength = 4000;
export const maxAnswersAtOnce = 100;
export const maxSenderLength = 200;

/** What a row was before anybody answered it: the version that its form carries. */
export const notAnswered = "none";

/** "48 answers were saved, 2 were changed by somebody else" */
export function savedText(saved: number, changed: number): string {
  const first = saved === 1 ? "1 answer was saved" : `${saved} answers were saved`;
  if (changed === 0) return first;
  return `${first}, ${changed} ${changed === 1 ? "was" : "were"} changed by somebody else`;
}

export const uploadIsNotSent = "Uploading does not send your resubmittal.";
