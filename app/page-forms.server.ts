import type { z } from "zod";
import { refuseOtherMethods, submit } from "./form.server";
import type { Viewer } from "./models/policy";
import { Refusal } from "./models/refusal";

export type PageRequest = { request: Request; viewer: Viewer; url: URL };
export type RowRequest = PageRequest & { id: number };

export type FormHandler<Sent, Result = unknown> = (sent: Sent) => Promise<Result>;

/** The forms of a page by their queries: `edit` means `?edit`, `dialog=delete` means `?dialog=delete`. */
export type PageForms<Sent> = Record<string, FormHandler<Sent>>;

type FormEntry<Sent, Schema extends z.ZodType> = {
  schema: Schema | ((sent: Sent) => Promise<Schema>);
  /** The text for an unexpected error (R16.12). */
  failure?: string;
  extra?: (sent: Sent) => Record<string, unknown>;
  ask?: (sent: Sent, fields: z.output<Schema>) => Promise<string[]> | string[];
  command: (sent: Sent, fields: z.output<Schema>) => Promise<Response>;
};

export function pageForm<Sent extends { request: Request }, Schema extends z.ZodType>(
  entry: FormEntry<Sent, Schema>,
) {
  return async (sent: Sent) => {
    const schema = typeof entry.schema === "function" ? await entry.schema(sent) : entry.schema;
    return submit(sent.request, schema, (fields) => entry.command(sent, fields), {
      failure: entry.failure,
      extra: entry.extra?.(sent),
      ask: (fields) => entry.ask?.(sent, fields) ?? [],
    });
  };
}

/** Submits the first form of the table that the query names. Throws 405, or 400 for an unknown query. */
export async function submitForm<Sent extends { request: Request; url: URL }, Result>(
  sent: Sent,
  forms: Record<string, FormHandler<Sent, Result>>,
): Promise<Result> {
  refuseOtherMethods(sent.request);
  const form = Object.entries(forms).find(([address]) => isAt(address, sent.url.searchParams));
  if (!form) throw new Refusal(400, "This form could not be processed. Go back and try again.");
  const [, handle] = form;
  return handle(sent);
}

function isAt(address: string, parameters: URLSearchParams): boolean {
  const [name = "", value] = address.split("=");
  return value === undefined ? parameters.has(name) : parameters.get(name) === value;
}

type PageDialogs<Context> = Record<string, (context: Context) => Promise<object | null>>;

type OpenDialog<Dialogs extends PageDialogs<never>> = {
  [Name in keyof Dialogs & string]: { name: Name } & NonNullable<Awaited<ReturnType<Dialogs[Name]>>>;
}[keyof Dialogs & string];

export async function openDialog<Context extends { url: URL }, Dialogs extends PageDialogs<Context>>(
  context: Context,
  dialogs: Dialogs,
): Promise<OpenDialog<Dialogs> | null> {
  const name = context.url.searchParams.get("dialog") ?? "";
  const load = Object.hasOwn(dialogs, name) ? dialogs[name] : undefined;
  const opened = await load?.(context);
  return opened ? ({ name, ...opened } as OpenDialog<Dialogs>) : null;
}
