/** What the doctor says about one thing. A problem needs the operator, a warning is worth a thought. */
export type Finding = { state: "ok" | "warning" | "problem"; about: string; found: string; advice?: string };

type Make = (about: string, found: string, advice?: string) => Finding;

const finding =
  (state: Finding["state"]): Make =>
  (about, found, advice) => ({ state, about, found, advice });

export const ok = finding("ok");
export const warning = finding("warning");
export const problem = finding("problem");

/** The text of an error of `fetch`, whose reason is in its cause. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  if (cause instanceof Error) return reasonOf(cause);
  const [first] = cause instanceof AggregateError ? cause.errors : [];
  return (first ? reasonOf(first) : message || String((error as { code?: string }).code))
    .replace(/\s+/g, " ")
    .slice(0, 300);
}
