import type { Viewer } from "~/models/policy";
import { requestHtml } from "./page-request";
import { cookieFor } from "./send-form";

/** Returns the HTML of the dialog at an address, as a viewer opens it without scripts. */
export async function dialogHtml(viewer: Viewer, address: string): Promise<string> {
  const page = await requestHtml(address, await cookieFor(viewer));
  return /<dialog.*<\/dialog>/s.exec(await page.text())?.[0] ?? "";
}
