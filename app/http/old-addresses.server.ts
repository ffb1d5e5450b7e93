import type { IncomingMessage, ServerResponse } from "node:http";
import { matchPath } from "react-router";

/**
 * The pages of the former version whose dialogs were a parameter, each dialog with its path below the page now. A parameter
 * such as `id` became a part of the path. They are deleted after one release: see docs/operations.md.
 */
export const oldAddresses: [page: string, dialogs: Record<string, string>][] = [
  ["/", { submit: "submit" }],
  [
    "/permits/:id/letter",
    { release: "release", "cover-note": "cover-note", return: "assignments/:assignmentId/return" },
  ],
  ["/oakvilles", { submit: "submit" }],
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
];

/** Returns the present address of a dialog of the former version; undefined for any other address. */
export function presentAddress(address: string): string | undefined {
  const [path = "", search = ""] = address.split("?", 2);
  const parameters = new URLSearchParams(search);
  const dialog = parameters.get("dialog");
  if (dialog === null) return undefined;
  const paths = oldAddresses.find(([page]) => matchPath(page, path))?.[1] ?? {};
  const below = Object.hasOwn(paths, dialog) ? paths[dialog] : undefined;
  if (!below?.split("/").every((part) => !part.startsWith(":") || parameters.get(part.slice(1))))
    return undefined;
  parameters.delete("dialog");
  // The former version sent the forms of the first page to `/?index`.
  parameters.delete("index");
  const filled = below.replace(/:(\w+)/g, (_, name: string) => {
    const value = parameters.get(name) ?? "";
    parameters.delete(name);
    return encodeURIComponent(value);
  });
  const query = parameters.size > 0 ? `?${parameters}` : "";
  return `${path.replace(/\/$/, "")}/${filled}${query}`;
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
