import type { z } from "zod";
import { NoFields, refuseOtherMethods, submit } from "./form.server";
import type { Viewer } from "./models/policy";
import { Refusal } from "./models/refusal";
import { redirectWithSuccess } from "./toast.server";

export type PageRequest = { request: Request; viewer: Viewer; url: URL };
export type RowRequest = PageRequest & { id: number };

export type FormHandler<Sent, Result = unknown> = (sent: Sent) => Promise<Result>;

type FormEntry<Sent, Schema extends z.ZodType, Saved> = {
  /** Left out for a form that only confirms. */
  schema?: Schema | ((sent: Sent) => Promise<Schema>);
  /** The text for an unexpected error (R16.12). */
  failure?: string;
  ask?: (sent: Sent, fields: z.output<Schema>) => Promise<string[]> | string[];
} & (
  | { command: (sent: Sent, fields: z.output<Schema>) => Promise<Response>; says?: undefined }
  | {
      command: (sent: Sent, fields: z.output<Schema>) => Promise<Saved>;
      says: string | ((saved: Saved, fields: z.output<Schema>) => string);
    }
);

/** Returns a function for the forms of a page: one that `says` something redirects to the address with this toast. */
export const formReturningTo =
  <Sent extends { request: Request }>(addressAfter: (sent: Sent) => string) =>
  <Schema extends z.ZodType = typeof NoFields, Saved = unknown>(entry: FormEntry<Sent, Schema, Saved>) =>
  async (sent: Sent) => {
    const { schema = NoFields, failure, ask } = entry;
    const fieldsSchema = (typeof schema === "function" ? await schema(sent) : schema) as Schema;
    const save = async (fields: z.output<Schema>) => {
      if (entry.says === undefined) return entry.command(sent, fields);
      const saved = await entry.command(sent, fields);
      const message = typeof entry.says === "string" ? entry.says : entry.says(saved, fields);
      return redirectWithSuccess(addressAfter(sent), message);
    };
    const options = { failure, ask: (fields: z.output<Schema>) => ask?.(sent, fields) ?? [] };
    return submit(sent.request, fieldsSchema, options, save);
  };

/** Submits the first form of the table that the query names: `comment` means `?comment`. */
export async function submitForm<Sent extends { request: Request; url: URL }, Result>(
  sent: Sent,
  forms: Record<string, FormHandler<Sent, Result>>,
): Promise<Result> {
  refuseOtherMethods(sent.request);
  const form = Object.entries(forms).find(([name]) => sent.url.searchParams.has(name));
  if (!form) throw new Refusal(400, "This form could not be processed. Go back and try again.");
  const [, handle] = form;
  return handle(sent);
}
