import { disciplineValues } from "~/models/discipline";
import { mailViewValues } from "~/models/mail/mail-view";
import { cityStatuses } from "~/models/permits/city-status";
import { permitStatusValues, reviewCycles } from "~/models/permits/permit";
import { permitSortNames, permitViews } from "~/models/permits/permit-filter";
import { planCheckViewValues } from "~/models/plan-checks/plan-check-view";
import { isStatusAddress } from "~/models/status-links/status-link";
import { leaves } from "~/testing/route-addresses";
import { assignmentStatusValues } from "../app/models/assignments/assignment";
import { calendarViews } from "../app/models/assignments/calendar-filter";
import { correctionStatusValues } from "../app/models/corrections/correction";
import { workViews } from "../app/models/dashboard/work-filter";
import type { DataValues } from "./data-values";

/** Who opens an address. All but `signedOut` are signed in. */
export type Visitor = "administrator" | "reviewer" | "city" | "signedOut";

/**
 * An address to measure. In its path, a name in braces depends on the data, such as the id `{largestCity}`. One that is
 * `whole` sends all rows at once, and has no limit of time. Its status is 200 unless stated.
 */
export type Address = {
  visitor: Visitor;
  path: string;
  isWhole?: boolean;
  status?: number;
  /** The body of a form that asks about rows and changes none. */
  form?: string;
};

/** The row of the data that an id in a path means, by what is before it. */
const rowOf: Record<string, string> = {
  permits: "permit",
  cities: "largestCity",
  retention: "largestCity",
  "delete-city": "smallestCity",
  "delete-permit": "permit",
  users: "cityUser",
  fees: "fee",
  pricing: "pricing",
  employees: "busiestReviewer",
  corrections: "correction",
  letters: "letter",
  files: "file",
  assignments: "assignment",
  comments: "comment",
  time: "timeEntry",
  download: "file",
  "standard-comments": "standardComment",
  uploads: "picture",
  sheets: "sheet",
};

const review = "/employee-dashboard/permits";
const portal = "/oakvilles/permits";
const ofLetterFile = "/permits/{letterPermit}/files/{letterFile}";
const ofCorrection = `${review}/{correctedPermit}/corrections`;
const ofReviewerComment = `${review}/{permitOfReviewerComment}/comments/{reviewerComment}`;
const ofCityComment = `${portal}/{permitOfCityComment}/comments/{cityComment}`;

const savedViewsOver = (list: string, view: string) =>
  Object.fromEntries(
    ["rename", "delete"].map((name) => [`${list}/views/:viewId/${name}`, `${list}/views/{${view}}/${name}`]),
  );

/** Paths whose ids mean other rows. */
const otherRows: Record<string, string> = {
  ...savedViewsOver("/permits", "permitsView"),
  ...savedViewsOver("/plan-check-calendar", "calendarView"),
  "/permits/:id/dates": "/permits/{correctedPermit}/dates",
  "/permits/:id/hand-over": "/permits/{issuedPermit}/hand-over",
  "/permits/:id/reopen": "/permits/{letterPermit}/reopen",
  "/permits/:id/files/:fileId/set-aside": `${ofLetterFile}/set-aside`,
  "/permits/:id/files/:fileId/take-back": `${ofLetterFile}/take-back`,
  "/permits/:id/letter": "/permits/{readyPermit}/letter",
  "/permits/:id/letter/release": "/permits/{readyPermit}/letter/release",
  "/permits/:id/letter/cover-note": "/permits/{readyPermit}/letter/cover-note",
  "/permits/:id/letter/assignments/:assignmentId/return":
    "/permits/{readyPermit}/letter/assignments/{readyAssignment}/return",
  "/permits/:id/letter.pdf": "/permits/{readyPermit}/letter.pdf",
  "/permits/:id/letters/:letterId": "/permits/{letterPermit}/letters/{letter}",
  "/permits/:id/sheets": "/permits/{sheetPermit}/sheets",
  "/permits/:id/sheets/:sheetId": "/permits/{sheetPermit}/sheets/{sheet}",
  "/permits/:id/sheets/:sheetId/compare": "/permits/{sheetPermit}/sheets/{sheet}/compare",
  [`${portal}/:id/sheets`]: `${portal}/{permitOfCitySheet}/sheets`,
  [`${portal}/:id/sheets/:sheetId`]: `${portal}/{permitOfCitySheet}/sheets/{citySheet}`,
  [`${portal}/:id/sheets/:sheetId/compare`]: `${portal}/{permitOfCitySheet}/sheets/{citySheet}/compare`,
  [`${review}/:id`]: `${review}/{correctedPermit}`,
  [`${review}/:id/assignments/:assignmentId/notes`]: `${review}/{permit}/assignments/{assignment}/notes`,
  [`${review}/:id/assignments/:assignmentId/decide`]: `${review}/{correctedPermit}/assignments/{correctedAssignment}/decide`,
  [`${review}/:id/corrections/new`]: `${ofCorrection}/new`,
  [`${review}/:id/corrections/library`]: `${ofCorrection}/library`,
  [`${review}/:id/corrections/paste`]: `${ofCorrection}/paste`,
  [`${review}/:id/corrections/:correctionId/edit`]: `${ofCorrection}/{correction}/edit`,
  [`${review}/:id/corrections/:correctionId/reopen`]: `${ofCorrection}/{correction}/reopen`,
  [`${review}/:id/corrections/:correctionId/delete`]: `${review}/{permitOfDraft}/corrections/{draft}/delete`,
  [`${review}/:id/comments/:commentId/edit`]: `${ofReviewerComment}/edit`,
  [`${review}/:id/comments/:commentId/delete`]: `${ofReviewerComment}/delete`,
  [`${portal}/:id`]: `${portal}/{permitOfCityUser}`,
  [`${portal}/:id/upload`]: `${portal}/{permitOfCityUser}/upload`,
  [`${portal}/:id/hand-over`]: `${portal}/{issuedPermitOfCity}/hand-over`,
  [`${portal}/:id/answers`]: `${portal}/{issuedPermitOfCity}/answers`,
  [`${portal}/:id/answers/send`]: `${portal}/{issuedPermitOfCity}/answers/send`,
  [`${portal}/:id/answers.csv`]: `${portal}/{issuedPermitOfCity}/answers.csv`,
  [`${portal}/:id/status-links`]: `${portal}/{permitOfCityUser}/status-links`,
  "/permits/:id/return-resubmittal": "/permits/{issuedPermit}/return-resubmittal",
  [`${portal}/:id/comments/:commentId/edit`]: `${ofCityComment}/edit`,
  [`${portal}/:id/comments/:commentId/delete`]: `${ofCityComment}/delete`,
  [`${portal}/:id/letters/:letterId`]: `${portal}/{permitOfCityLetter}/letters/{cityLetter}`,
  "/cities/:id/fees/:feeId/mark-paid": "/cities/{largestCity}/fees/{unpaidFee}/mark-paid",
  "/api/permits/:id/answers": "/api/permits/{issuedPermit}/answers",
  "/api/permits/:id/files.zip": "/api/permits/{permitOfFile}/files.zip",
  "/api/permits/:id/plan-checks/:cycle/release":
    "/api/permits/{readyPermit}/plan-checks/{readyCycle}/release",
  "/records/legal-holds/:id/lift": "/records/legal-holds/{permit}/lift",
  "/help/:page?": "/help",
  "/invite/:token": "/invite/unknown",
  "/reset-password/:token": "/reset-password/unknown",
  "/*": "/unknown",
};

/** Routes that are no page: they sign in or out at another server, accept only a POST, or undo what was just done. */
const notMeasured = [
  "/undo/:id",
  "/oakvilles/permits/:id/answers/one",
  "/staged-files",
  "/staged-files/:key",
  "/sheet-pictures/:id/:hash/:name",
  "/letter-pictures/:id/:hash",
  "/api/login",
  "/api/callback",
  "/api/logout",
];

function withRows(pattern: string): string {
  const path =
    otherRows[pattern] ??
    pattern
      .replace(/([\w-]+)\/:\w+/g, (all, name) => (rowOf[name] ? `${name}/{${rowOf[name]}}` : all))
      .replace("{permit}/files/", "{permitOfFile}/files/");
  if (path.includes(":")) throw new Error(`Say in bench/addresses.ts which row ${pattern} means`);
  return path;
}

/** Returns a path with each of these queries in turn. */
const withEach = (path: string, queries: string[]): string[] =>
  queries.map((query) => (query ? `${path}${path.includes("?") ? "&" : "?"}${query}` : path));

/** Returns a parameter with each of its values. */
const each = (name: string, values: readonly string[]): string[] =>
  values.map((value) => `${name}=${encodeURIComponent(value)}`);

/** Returns both directions of each sort, the descending one with a minus. */
const sorts = each(
  "sort",
  permitSortNames.flatMap((name) => [name, `-${name}`]),
);
/** Beginnings, a part of a number, a year, frequent and rare words, and a text that nothing contains. */
const searches = ["a", "oa", "26-", "2026", "OAK", "street", "courthouse", "xyzzy"];
/** The nearest page is shown for one that does not exist: the last. */
const pages = ["page=2", "page=5000", "page=999999999", "rows=50"];
const ofCity = "cityId={largestCity}";
const ofReviewer = "employeeId={busiestReviewer}";

/** Of everything: also numbers, and the words of corrections. */
const found = [
  ...each("q", [...searches, "26 001", "oak26001", "OAK-26-041-PC2", "provide detail", "sheet xyzzy", "the"]),
  ...["letters", "corrections", "cities", "people"].map((group) => `q=the&show=${group}`),
];

const work = ["", ofReviewer].flatMap((reviewer) =>
  [
    "",
    ...each("status", assignmentStatusValues),
    ...each("view", Object.keys(workViews)),
    ...each("q", searches),
    ...pages,
  ].map((query) => [reviewer, query].filter(Boolean).join("&")),
);

const partsOfPermit = ["history", "before={earlierComment}", "comment={comment}"];
const partsOfReview = [...partsOfPermit, "discipline=Structural", "reviewCycle=PC1"];
const partsOfPortal = ["before={earlierComment}"];

/** The filters, sorts, searches, forms and dialogs of pages, each with the values that the page's options have. */
const queriesOf: Record<string, string[]> = {
  "/": ["search=26-", "sort=-city", ...pages],
  "/permits": [
    ...["", "status=in_process", ofCity, `status=in_process&${ofCity}`].flatMap((filter) =>
      ["", ...sorts, ...each("search", searches), ...pages].map((query) =>
        [filter, query].filter(Boolean).join("&"),
      ),
    ),
    ...each("status", permitStatusValues),
    ...each("view", Object.keys(permitViews)).flatMap((view) =>
      ["", ofCity, "search=street", "page=999999999", ...sorts].map((query) =>
        [view, query].filter(Boolean).join("&"),
      ),
    ),
    ...sorts.flatMap((sort) => [`search=2026&${sort}`, `${sort}&page=5000`]),
  ],
  "/permits/{permit}": partsOfReview,
  "/permits/{letterPermit}": [""],
  "/permits/{letterPermit}/next-cycle": [""],
  "/permits/{correctedPermit}": [""],
  "/permits/new": [`${ofCity}&permitCreationYear=2026`],
  "/permits/{permit}/corrections": [
    ...each("discipline", disciplineValues),
    ...each("status", correctionStatusValues),
    ...each("reviewCycle", reviewCycles.slice(0, 2)),
    ...["q=detail", "q=xyzzy", "page=2"],
  ],
  "/permits/{readyPermit}/letter": ["print"],
  "/permits/{letterPermit}/letters/{letter}": ["page=2", "discipline=Fire"],
  "/employee-dashboard": work,
  [`${review}/{permit}`]: ["", ...partsOfReview],
  [`${review}/{correctedPermit}`]: ["more=40", "correction={correction}"],
  [`${ofCorrection}/new`]: ["standard=1&sheet=A-101"],
  [`${ofCorrection}/library`]: ["q=detail", `chosen=${encodeURIComponent('{"ids":[1],"places":{}}')}`],
  "/plan-check-calendar": [
    "",
    ...each("view", Object.keys(calendarViews)),
    "day=2026-11-24",
    "week=2026-11-23",
  ].flatMap((view) => ["", ofReviewer, ...pages].map((query) => [view, query].filter(Boolean).join("&"))),
  "/plan-checks": planCheckViewValues.flatMap((view) =>
    ["", ofCity, ...each("q", searches), ...pages].map((query) =>
      [`view=${view}`, query].filter(Boolean).join("&"),
    ),
  ),
  "/standard-comments": ["q=e", "q=exit", "q=xyzzy", "discipline=Fire", ofCity, "cityId=every", ...pages],
  "/cities": [...each("search", searches), ...pages],
  "/cities/{largestCity}": ["feePage=2", "feePage=9999"],
  "/employees": [...each("search", searches), ...pages],
  "/employees/{busiestReviewer}/reassign": ["next=delete"],
  "/hours": ["month=2026-10", "week=2026-11-16", ofReviewer, `week=2026-11-16&${ofReviewer}`],
  "/replies": ["page=2", "page=999999999"],
  "/audit": [
    ...["person=reviewer", "person=xyzzy", "number=7", "number=OAK-26-001", "from=2026-11-01&to=2026-11-20"],
    ...["kind=permit", "kind=permit&person=reviewer", "kind=export", "before=100"],
    ...["action=permit.updated", "action=sign-in.failed&person=reviewer"],
  ],
  "/mail": [...pages, ...mailViewValues.map((view) => `view=${view}`)],
  "/records/bin": pages,
  "/records/legal-holds": pages,
  "/search": found,
};

const ofPortal = [
  ...each("status", Object.keys(cityStatuses)),
  ...searches.flatMap((search) => [`search=${search}`, `search=${search}&status=in_review`]),
  ...["holder=city", "holder=applicant&status=in_review", "show=300", "show=300&before={permit}"],
];

const visitedBy = (visitor: Visitor, path: string, queries: string[] = [""]): Address[] =>
  withEach(path, queries).map((path) => ({ visitor, path }));

/** Pages that other users open too, and what only they see. */
const ofOthers: Address[] = [
  ...visitedBy("reviewer", "/", ["", ...work]),
  ...visitedBy("reviewer", "/permits", [
    ...["", "search=2026&sort=due", ...pages],
    ...["view=mine", "view=mine&search=street", "view=mine&sort=-city", "view=late"],
  ]),
  ...visitedBy("reviewer", `${review}/{assignedPermit}`, ["", "discipline=Structural"]),
  ...[
    ...[`${review}/{correctedPermit}`, `${ofCorrection}/new`, `${ofCorrection}/library`],
    `${ofCorrection}/paste`,
    ...["edit", "reopen"].map((dialog) => `${ofCorrection}/{correction}/${dialog}`),
    `${review}/{correctedPermit}/assignments/{correctedAssignment}/decide`,
  ].flatMap((path) => visitedBy("reviewer", path, ["", ...(queriesOf[path] ?? [])])),
  ...[
    "/employee-dashboard",
    "/plan-checks",
    "/standard-comments",
    "/plan-check-calendar",
    "/hours",
    "/replies",
    "/help",
    "/profile",
  ].flatMap((path) => visitedBy("reviewer", path)),
  ...["/permits/{correctedPermit}/corrections", "/permits/{correctedPermit}/letter"].flatMap((path) =>
    visitedBy("reviewer", path),
  ),
  ...visitedBy("city", "/", ["", "status=in_review", "search=26-", "holder=city"]),
  ...visitedBy("city", "/replies", ["", "page=2"]),
  ...visitedBy("city", "/help"),
  ...visitedBy("city", "/oakvilles", ofPortal),
  ...["reviewer", "city"].flatMap((visitor) => visitedBy(visitor as Visitor, "/search", ["", ...found])),
  ...visitedBy("city", `${portal}/{permitOfCityLetter}`),
  ...visitedBy("city", "/api/permits", ["pageSize=10", "search=2026&pageSize=10"]),
  ...visitedBy("administrator", `/oakvilles?${ofCity}`, ["", ...ofPortal]),
  ...visitedBy("administrator", `/oakvilles/submit?${ofCity}`),
  ...visitedBy("administrator", `${portal}/{permit}`, ["", ...partsOfPortal]),
  ...visitedBy("administrator", `${portal}/{permit}/upload`),
  ...[
    { path: "/permits?many", form: "change=due-date&{tickedPermits}" },
    { path: "/plan-check-calendar?many", form: "change=reviewer&{tickedAssignments}" },
    { path: "/cities/{largestCity}?many", form: "{tickedFees}" },
  ].map((form) => ({ visitor: "administrator", ...form }) as const),
  { visitor: "administrator", path: "/plan-check-calendar?print", isWhole: true },
  { visitor: "administrator", path: "/permits/{letterPermit}/letters/{letter}?print", isWhole: true },
];

type Page = (typeof leaves)[number];

function visitorOf({ address }: Page): Visitor {
  if (address.startsWith(`${review}/:id/comments`)) return "reviewer";
  if (address.startsWith(`${portal}/:id/files`)) return "administrator";
  if (/^\/(oakvilles|submit)\b/.test(address)) return "city";
  return /^\/(login|test-city|test-employee-login|invite|reset-password)\b/.test(address)
    ? "signedOut"
    : "administrator";
}

function statusOf(address: string, path: string): number | undefined {
  // Only its author may change a comment.
  if (address.startsWith("/permits/:id/comments")) return 403;
  // No permit is under a legal hold.
  if (address === "/records/legal-holds/:id/lift") return 404;
  if (address === "/login/code") return 410;
  if (!path.endsWith("/unknown")) return undefined;
  return address === "/*" ? 404 : 410;
}

const isDownload = (path: string): boolean => /\.(csv|pdf|zip)$/.test(path);

function addressesOfPage(page: Page): Address[] {
  const path = withRows(page.address);
  const query = path === "/hours.csv" ? `?${ofReviewer}` : "";
  if (isDownload(path)) return [{ visitor: "administrator", path: `${path}${query}`, isWhole: true }];
  const status = statusOf(page.address, path);
  return ["", ...(queriesOf[path] ?? [])].flatMap((query) =>
    withEach(path, [query]).map((path) => ({ visitor: visitorOf(page), path, status })),
  );
}

const routed = leaves.filter(
  ({ address }) =>
    // A status link opens 60 pages a minute.
    !isStatusAddress(address) &&
    !notMeasured.includes(address) &&
    (!address.startsWith("/api/") || address === "/api/docs"),
);
/** Pages of other rows than the ones that the routes mean. */
const otherPages = Object.entries(queriesOf)
  .filter(([path]) => !routed.some(({ address }) => withRows(address) === path))
  .flatMap(([path, queries]) => visitedBy("administrator", path, queries));

/** Every page with its filters, sorts, searches, forms and dialogs, each once. */
const pageAddresses = [...routed.flatMap(addressesOfPage), ...otherPages, ...ofOthers];

type Parameter = { in: string; name: string; schema?: { enum?: string[]; anyOf?: { enum?: string[] }[] } };
export type OpenApi = { paths: Record<string, { get?: { parameters?: Parameter[] } }> };

const valuesOf: Record<string, string[]> = {
  cityId: ["{largestCity}"],
  employeeId: ["{busiestReviewer}"],
  search: searches,
  q: ["exit"],
  inline: [""],
};

/** Returns what the API reads, with each filter and sort, from its own description. */
const apiAddresses = ({ paths }: OpenApi): Address[] =>
  Object.entries(paths).flatMap(([pattern, { get }]) => {
    if (!get || notMeasured.includes(pattern)) return [];
    const path = withRows(pattern.replace(/\{(\w+)\}/g, ":$1"));
    if (isDownload(path)) return [{ visitor: "administrator", path, isWhole: true }];
    const parameters = (get.parameters ?? []).filter((parameter) => parameter.in === "query");
    const isOfCity = path === "/api/city-fees";
    const filters = parameters.filter(({ name }) => !(isOfCity && name === "cityId"));
    const queries = filters.flatMap(({ name, schema }) => {
      const listed = schema?.enum ?? schema?.anyOf?.flatMap((one) => one.enum ?? []);
      return (listed ?? valuesOf[name] ?? []).map((value) => `${name}=${value}`);
    });
    const isList = parameters.some(({ name }) => name === "page");
    const more = isOfCity ? `${ofCity}&` : "";
    if (!isList) return visitedBy("administrator", path, ["", ...queries]);
    const all = {
      visitor: "administrator",
      path: withEach(path, [more.slice(0, -1)])[0] ?? path,
      isWhole: true,
    } as const;
    const far = ["page=5000&pageSize=10", "page=999999999&pageSize=10"];
    const paged = ["", ...queries].map((query) => `${more}${query ? `${query}&` : ""}page=1&pageSize=10`);
    return [...visitedBy("administrator", path, [...paged, ...far.map((query) => more + query)]), all];
  });

/** Returns every page and everything that the API reads, each once. */
export function addressesOf(openApi: OpenApi): Address[] {
  const all = [...pageAddresses, ...apiAddresses(openApi)];
  return [...new Map(all.map((address) => [`${address.visitor} ${address.path}`, address])).values()];
}

/** An address of certain data: `path` can be requested, and `name` is the same for all data. */
export type FilledAddress = Address & { name: string };

/** Returns the address with the ids of the data; null if the data do not have such a row. */
export function fill(address: Address, { ids }: DataValues): FilledAddress | null {
  const { visitor, path, form } = address;
  const names = [...`${path} ${form}`.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  if (names.some((name) => ids[name] === undefined)) throw new Error(`No query finds a row for ${path}`);
  if (names.some((name) => ids[name] === null)) return null;
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
  return { ...address, path: filled(path), form: form && filled(form), name: `${visitor} ${path}` };
}
