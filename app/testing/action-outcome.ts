import type { FormResult } from "~/platform/forms/form.server";
import { takeToast } from "~/platform/http/toast.server";

type Outcome = {
  status: number;
  /** Only of a redirect. */
  location?: string | null;
  toast?: string;
  /** The cookies that the next request sends. */
  cookie?: string;
  /** Only of a refused form. */
  failure?: string;
  errors: Record<string, string[] | null>;
  typed: Record<string, unknown>;
  current?: unknown;
  /** What the form asks before it saves. */
  questions?: string[];
  kept?: object[];
};

/** Returns the result of a page's action: a redirect with its toast, a refused form, or a thrown refusal. */
export async function outcomeOf(action: Promise<unknown>): Promise<Outcome> {
  const result = await action.catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  });
  if (result instanceof Response) {
    const cookie = result.headers
      .getSetCookie()
      .map((header) => header.split(";")[0])
      .join("; ");
    const { toast } = await takeToast(new Request("http://localhost:3000/", { headers: { cookie } }));
    const location = result.headers.get("location");
    return { status: result.status, location, toast: toast?.message, cookie, errors: {}, typed: {} };
  }
  const { data, init } = result as {
    data: FormResult & { keptFiles?: object[] };
    init: { status: number } | null;
  };
  return {
    status: init?.status ?? 200,
    failure: data.failure,
    errors: data.submission.error ?? {},
    typed: data.submission.initialValue ?? {},
    current: data.current,
    questions: data.questions?.map(({ text }) => text),
    kept: data.keptFiles,
  };
}
