import type { z } from "zod";
import { refuseOtherMethods, submit } from "./form.server";
import type { Viewer } from "./models/policy";
import { Refusal } from "./models/refusal";

/** A POST to a page, with the user who sent it. */
export type PageRequest = { request: Request; viewer: Viewer; url: URL };
/** A POST to the page of a row. */
export type RowRequest = PageRequest & { id: number };

/** Processes a POST to one address of a page. */
export type FormHandler<Sent, Result = unknown> = (sent: Sent) => Promise<Result>;

/** The forms of a page by their queries: `edit` means `?edit`, `dialog=delete` means `?dialog=delete`. */
export type FormTable<Sent> = Record<string, FormHandler<Sent>>;

type FormEntry<Sent, Schema extends z.ZodType> = {
  /** The form's schema, or a function that returns it if it depends on the row. */
  schema: Schema | ((sent: Sent) => Promise<Schema>);
  /** The text for an unexpected error (R16.12). */
  failure?: string;
  /** Returns the other data that the page needs to show a refused form again. */
  extra?: (sent: Sent) => Record<string, unknown>;
  /** Returns what is unusual about the fields, to be confirmed before they are saved. */
  ask?: (sent: Sent, fields: z.output<Schema>) => Promise<string[]> | string[];
  /** Saves the form and returns the redirect. */
  command: (sent: Sent, fields: z.output<Schema>) => Promise<Response>;
};

/** Returns an entry of a form table, which parses the posted fields and passes them to the command. */
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

/**
 * Submits the form that the query names; if it names several, the first in the table. Throws 405 for any
 * method but POST, and 400 if no form of the page has this query.
 */
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

type DialogTable<Context> = Record<string, (context: Context) => Promise<object | null>>;

type OpenDialog<Dialogs extends DialogTable<never>> = {
  [Name in keyof Dialogs & string]: { name: Name } & NonNullable<Awaited<ReturnType<Dialogs[Name]>>>;
}[keyof Dialogs & string];

/** Returns the name and data of the dialog that the query opens, or null if none is open. */
export async function openDialog<Context extends { url: URL }, Dialogs extends DialogTable<Context>>(
  context: Context,
  dialogs: Dialogs,
): Promise<OpenDialog<Dialogs> | null> {
  const name = context.url.searchParams.get("dialog") ?? "";
  const load = Object.hasOwn(dialogs, name) ? dialogs[name] : undefined;
  const opened = await load?.(context);
  return opened ? ({ name, ...opened } as OpenDialog<Dialogs>) : null;
}
