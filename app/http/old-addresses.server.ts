import type { IncomingMessage, ServerResponse } from "node:http";
import { matchPath } from "react-router";

/**
 * The pages of the former version whose dialogs were a parameter, each dialog with its path below the page now. A parameter
 * such as `id` became a part of the path. They are deleted after one release: see docs/operations.md.
 */
export const oldAddresses: [page: string, dialogs: Record<string, string>][] = [
  [
    "/employees",
    {
      new: "new",
      edit: ":id/edit",
      activate: ":id/activate",
      deactivate: ":id/deactivate",
      reassign: ":id/reassign",
      "reset-password": ":id/reset-password",
      delete: ":id/delete",
    },
  ],
  ["/cities", { new: "new", delete: "delete-city/:id" }],
  [
    "/cities/:id",
    {
      delete: "delete",
      invite: "users/invite",
      "edit-user": "users/:userId/edit",
      "delete-user": "users/:userId/delete",
      "reset-password": "users/:userId/reset-password",
      "new-fee": "fees/new",
      "edit-fee": "fees/:feeId/edit",
      "mark-paid": "fees/:feeId/mark-paid",
      "new-pricing": "pricing/new",
      "edit-pricing": "pricing/:pricingId/edit",
      "delete-pricing": "pricing/:pricingId/delete",
    },
  ],
];

/** The pages whose form to edit was at `?edit`, and is a page of its own now. */
export const oldEditPages = ["/cities/:id"];

/** Returns the present address of a dialog or a form of the former version; undefined for any other address. */
export function presentAddress(address: string): string | undefined {
  const [path = "", search = ""] = address.split("?", 2);
  const parameters = new URLSearchParams(search);
  const below = pathBelow(path, parameters);
  if (!below?.split("/").every((part) => !part.startsWith(":") || parameters.get(part.slice(1))))
    return undefined;
  parameters.delete("dialog");
  parameters.delete("edit");
  const filled = below.replace(/:(\w+)/g, (_, name: string) => {
    const value = parameters.get(name) ?? "";
    parameters.delete(name);
    return encodeURIComponent(value);
  });
  const query = parameters.size > 0 ? `?${parameters}` : "";
  return `${path.replace(/\/$/, "")}/${filled}${query}`;
}

/** As before, the form to edit comes before a dialog. */
function pathBelow(path: string, parameters: URLSearchParams): string | undefined {
  const isOf = (page: string) => matchPath(page, path) !== null;
  if (parameters.has("edit") && oldEditPages.some(isOf)) return "edit";
  const dialog = parameters.get("dialog") ?? "";
  const paths = oldAddresses.find(([page]) => isOf(page))?.[1] ?? {};
  return Object.hasOwn(paths, dialog) ? paths[dialog] : undefined;
}

/** Redirects what a page of the former version links to (302) and what it sends (307); false for any other request. */
export function redirectOldAddress(
  { method, url = "/" }: IncomingMessage,
  response: ServerResponse,
): boolean {
  const [path = "", search = ""] = url.split("?", 2);
  const isData = path.endsWith(".data");
  const isSent = method === "POST";
  // A page that asks for data loads the document instead: see outdated-page.server.ts.
  if (isData && !isSent) return false;
  const present = presentAddress(`${path.replace(/(\/_)?\.data$/, "") || "/"}?${search}`);
  if (present === undefined) return false;
  const [presentPath, query] = present.split("?", 2);
  const location = `${presentPath}${isData ? ".data" : ""}${query ? `?${query}` : ""}`;
  response.writeHead(isSent ? 307 : 302, { Location: location }).end();
  return true;
}
