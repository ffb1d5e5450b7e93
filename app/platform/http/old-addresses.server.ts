import type { IncomingMessage, ServerResponse } from "node:http";
import { generatePath, matchPath } from "react-router";

/** Returns the old and the present addresses of the dialogs over a page, by their parameters and their paths. */
const dialogsOver = (page: string, dialogs: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(dialogs).map(([parameters, path]) => [
      `${page}?dialog=${parameters}`,
      path.startsWith("/") ? path : `${page.replace(/\/$/, "")}/${path}`,
    ]),
  );

const filesAndComments = {
  "delete-file&fileId=:fileId": "files/:fileId/delete",
  "edit-comment&commentId=:commentId": "comments/:commentId/edit",
  "delete-comment&commentId=:commentId": "comments/:commentId/delete",
};

const filesCommentsAndTime = {
  ...filesAndComments,
  "set-aside&fileId=:fileId": "files/:fileId/set-aside",
  "take-back&fileId=:fileId": "files/:fileId/take-back",
  "edit-time&entryId=:entryId": "time/:entryId/edit",
  "delete-time&entryId=:entryId": "time/:entryId/delete",
};

const review = "/employee-dashboard/permits/:id";

const dialogsOfReview = {
  "notes&assignmentId=:assignmentId": `${review}/assignments/:assignmentId/notes`,
  "decide&assignmentId=:assignmentId": `${review}/assignments/:assignmentId/decide`,
  "correction&correctionId=:correctionId": `${review}/corrections/:correctionId/edit`,
  correction: `${review}/corrections/new`,
  "delete-correction&correctionId=:correctionId": `${review}/corrections/:correctionId/delete`,
  "reopen-correction&correctionId=:correctionId": `${review}/corrections/:correctionId/reopen`,
  standard: `${review}/corrections/library`,
};

/** Addresses of the former version and their present ones, for one release (docs/operations.md). */
export const oldAddresses: Record<string, string> = {
  ...dialogsOver("/", { submit: "submit", "delete&id=:id": "delete-permit/:id" }),
  ...dialogsOver("/admin-dashboard", { "delete&id=:id": "delete-permit/:id" }),
  ...dialogsOver("/employees", {
    new: "new",
    "edit&id=:id": ":id/edit",
    "activate&id=:id": ":id/activate",
    "deactivate&id=:id": ":id/deactivate",
    "reassign&id=:id": ":id/reassign",
    "reset-password&id=:id": ":id/reset-password",
    "delete&id=:id": ":id/delete",
  }),
  ...dialogsOver("/standard-comments", {
    new: "new",
    import: "import",
    "edit&id=:id": ":id/edit",
    "delete&id=:id": ":id/delete",
  }),
  ...dialogsOver("/cities", { new: "new", "delete&id=:id": "delete-city/:id" }),
  "/cities/:id?edit": "/cities/:id/edit",
  ...dialogsOver("/cities/:id", {
    delete: "delete",
    invite: "users/invite",
    "edit-user&userId=:userId": "users/:userId/edit",
    "delete-user&userId=:userId": "users/:userId/delete",
    "reset-password&userId=:userId": "users/:userId/reset-password",
    "new-fee": "fees/new",
    "edit-fee&feeId=:feeId": "fees/:feeId/edit",
    "mark-paid&feeId=:feeId": "fees/:feeId/mark-paid",
    "new-pricing": "pricing/new",
    "edit-pricing&pricingId=:pricingId": "pricing/:pricingId/edit",
    "delete-pricing&pricingId=:pricingId": "pricing/:pricingId/delete",
  }),
  ...dialogsOver("/permits", { "delete&id=:id": "delete-permit/:id" }),
  "/permits/:id?edit": "/permits/:id/edit",
  ...dialogsOver("/permits/:id", {
    delete: "delete",
    "next-cycle": "next-cycle",
    clock: "dates",
    "hand-over": "hand-over",
    reopen: "reopen",
    ...filesCommentsAndTime,
    ...dialogsOfReview,
  }),
  ...dialogsOver("/permits/:id/letter", {
    release: "release",
    "cover-note": "cover-note",
    "return&assignmentId=:assignmentId": "assignments/:assignmentId/return",
  }),
  "/permits/:id?status": `${review}?status`,
  "/permits/:id?back-check": `${review}?back-check`,
  "/permits/:id?undo-back-check": `${review}?undo-back-check`,
  ...dialogsOver(review, { ...filesCommentsAndTime, ...dialogsOfReview }),
  ...dialogsOver("/oakvilles", { submit: "submit" }),
  ...dialogsOver("/oakvilles/permits/:id", {
    ...filesAndComments,
    upload: "upload",
    "hand-over": "hand-over",
  }),
};

/** A query may contain question marks. */
function pathAndQuery(address: string): [path: string, query: string] {
  const [path = "", ...query] = address.split("?");
  return [path, query.join("?")];
}

/** Returns the present address for one of the former version; undefined for any other address. */
export function presentAddress(address: string): string | undefined {
  const [path, search] = pathAndQuery(address);
  // Every old address has a parameter: most requests need no look at the table.
  if (search === "") return undefined;
  for (const [old, present] of Object.entries(oldAddresses)) {
    const [oldPath = "", oldQuery = ""] = old.split("?");
    const match = matchPath(oldPath, path);
    if (!match) continue;
    const params = { ...match.params };
    const query = new URLSearchParams(search);
    // The former router's name for the form of a page with pages below it.
    query.delete("index");
    if (takeParameters(query, oldQuery, params)) return filledIn(present, params, query);
  }
  return undefined;
}

/** Takes the parameters of an old address out of a query, unless one is missing or has another value. */
function takeParameters(query: URLSearchParams, old: string, params: Record<string, string | undefined>) {
  return [...new URLSearchParams(old)].every(([name, expected]) => {
    const value = query.get(name);
    query.delete(name);
    if (!expected.startsWith(":")) return expected === "" ? value !== null : value === expected;
    params[name] = value ?? "";
    return Boolean(value);
  });
}

function filledIn(present: string, params: Record<string, string | undefined>, query: URLSearchParams) {
  query.delete("dialog");
  const [path = "", form] = present.split("?");
  const parameters = [form, query.toString()].filter(Boolean).join("&");
  return `${generatePath(path, params)}${parameters && "?"}${parameters}`;
}

/** Redirects what a page of the former version links to (302) and what it sends (307); false for any other request. */
export function redirectOldAddress(
  { method, url = "/" }: IncomingMessage,
  response: ServerResponse,
): boolean {
  const [path, search] = pathAndQuery(url);
  const isData = path.endsWith(".data");
  const isSent = method === "POST";
  // A page that asks for data loads the document instead: see outdated-page.server.ts.
  if (isData && !isSent) return false;
  const present = presentAddress(`${path.replace(/(\/_)?\.data$/, "") || "/"}?${search}`);
  if (present === undefined) return false;
  const [presentPath, query] = pathAndQuery(present);
  const location = `${presentPath}${isData ? ".data" : ""}${query ? `?${query}` : ""}`;
  response.writeHead(isSent ? 307 : 302, { Location: location }).end();
  return true;
}
