import { disciplineValues } from "~/models/discipline";
import { reviewCycles } from "~/models/permits/permit";
import { correctionKindValues, correctionStatusValues } from "~/models/plan-review/correction";
import { at, visitedBy, withEach } from "./address";

/** The filters of a permit's corrections that the page and the API have. */
const filters = [
  ...disciplineValues.map((discipline) => `discipline=${discipline}`),
  ...correctionStatusValues.map((status) => `status=${status}`),
  ...reviewCycles.slice(0, 2).map((cycle) => `reviewCycle=${cycle}`),
];

/** The lists of a permit's corrections and plan checks in the API. */
export const correctionLists = [
  {
    path: "/api/permits/{permit}/corrections",
    sorts: ["number", "reviewCycle", "updatedAt"],
    filters: [...filters, ...correctionKindValues.map((kind) => `kind=${kind}`)],
  },
  { path: "/api/permits/{permit}/plan-checks", sorts: ["reviewCycle"] },
];

/** Another name of the parameter that all other addresses of lists have. */
const limited = "/api/permits/{permit}/corrections?limit=10";

/** What the page of a reviewer's permit can show of its corrections in addition. */
const dialogs = [
  "more=40",
  "correction={correction}",
  "dialog=correction",
  "dialog=correction&standard=1&sheet=A-101",
  "dialog=reopen-correction&correctionId={correction}",
  "dialog=correction&correctionId={correction}",
  "dialog=delete-correction&correctionId={correction}",
  "dialog=standard",
  "dialog=standard&q=detail",
  `dialog=standard&chosen=${encodeURIComponent('{"ids":[1],"places":{}}')}`,
  "dialog=decide&assignmentId={correctedAssignment}",
];

/** A permit on which the reviewer has as many open corrections as a page has at most, and what the API has of it. */
export const correctionAddresses = [
  visitedBy("reviewer", withEach("/employee-dashboard/permits/{correctedPermit}", ["", ...dialogs])),
  visitedBy("administrator", withEach("/employee-dashboard/permits/{correctedPermit}", dialogs)),
  visitedBy("administrator", [
    "/permits/{correctedPermit}",
    "/permits/{correctedPermit}?dialog=clock",
    limited,
    "/api/corrections/{correction}",
  ]),
].flat();

const list = "/permits/{permit}/corrections";

/** The permit with most corrections: its list with each filter and a search, and as a file. */
export const correctionPages = [
  visitedBy("administrator", withEach(list, ["", ...filters, "q=detail", "q=xyzzy", "page=2"])),
  visitedBy("administrator", [at(list, "status=open&reviewCycle=PC1", "q=detail", "page=2")]),
  visitedBy("reviewer", ["/permits/{correctedPermit}/corrections"]),
  [{ visitor: "administrator", path: "/permits/{permit}/corrections.csv", isWhole: true } as const],
].flat();
