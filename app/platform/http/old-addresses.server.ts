import type { IncomingMessage, ServerResponse } from "node:http";
import { createPath, generatePath, matchPath, parsePath } from "react-router";

/** Returns the old and the present addresses of the dialogs over a page, by their parameters and their paths. */
const dialogsOver = (page: string, dialogs: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(dialogs).map(([parameters, path]) => [
      `${page}?dialog=${parameters}`,
      path.startsWith("/") ? path : `${page.replace(/\/$/, "")}/${path}`,
    ]),
  );

/** The dialogs for a row of a list. */
const ofRow = (...dialogs: string[]): Record<string, string> =>
  Object.fromEntries(dialogs.map((dialog) => [`${dialog}&id=:id`, `:id/${dialog}`]));

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
    ...ofRow("edit", "activate", "deactivate", "reassign", "reset-password", "delete"),
  }),
  ...dialogsOver("/standard-comments", {
    new: "new",
    import: "import",
    ...ofRow("edit", "delete"),
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

/** Returns the present address for one of the former version; undefined for any other address. */
export function presentAddress(address: string): string | undefined {
  const { pathname = "", search } = parsePath(address);
  // Every old address has a parameter: most requests need no look at the table.
  if (!search) return undefined;
  for (const [old, present] of Object.entries(oldAddresses)) {
    const { pathname: oldPath = "", search: oldQuery } = parsePath(old);
    const match = matchPath(oldPath, pathname);
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
function takeParameters(query: URLSearchParams, old = "", params: Record<string, string | undefined>) {
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
  const { pathname = "", search } = parsePath(present);
  const parameters = [search, query.toString()].filter(Boolean).join("&");
  return createPath({ pathname: generatePath(pathname, params), search: parameters });
}

/** Redirects what a page of the former version links to (302) and what it sends (307); false for any other request. */
export function redirectOldAddress(
  { method, url = "/" }: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { pathname = "", search } = parsePath(url);
  const isData = pathname.endsWith(".data");
  const isSent = method === "POST";
  // A page that asks for data loads the document instead: see outdated-page.server.ts.
  if (isData && !isSent) return false;
  const page = pathname.replace(/(\/_)?\.data$/, "") || "/";
  const present = presentAddress(createPath({ pathname: page, search }));
  if (present === undefined) return false;
  const to = parsePath(present);
  const Location = createPath({ ...to, pathname: `${to.pathname}${isData ? ".data" : ""}` });
  response.writeHead(isSent ? 307 : 302, { Location }).end();
  return true;
}
