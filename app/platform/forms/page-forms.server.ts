import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { refuseOtherMethods } from "./form.server";

export type PageRequest = { request: Request; viewer: Viewer; url: URL };
export type RowRequest = PageRequest & { id: number };

export type FormHandler<Sent, Result = unknown> = (sent: Sent) => Promise<Result>;

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
