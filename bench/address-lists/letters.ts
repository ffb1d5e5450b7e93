import { at, visitedBy, withEach } from "./address";

/** The list of a permit's letters in the API. */
export const letterLists = [{ path: "/api/permits/{letterPermit}/letters", sorts: ["issuedOn", "number"] }];

/** A permit whose letter can be released: its letter, and the dialogs of the page. */
const draft = "/permits/{readyPermit}/letter";
const draftParts = [
  "",
  "print",
  "dialog=release",
  "dialog=cover-note",
  "dialog=return&assignmentId={readyAssignment}",
];

/** The longest letter. */
const letter = "/permits/{letterPermit}/letters/{letter}";
const letterParts = ["", "page=2", "discipline=Fire"];

const permitParts = [
  "",
  "dialog=hand-over",
  "dialog=reopen",
  "dialog=next-cycle",
  "dialog=set-aside&fileId={letterFile}",
  "dialog=take-back&fileId={letterFile}",
];

/** Letters as drafts and released, for the firm and for a city. */
export const letterAddresses = [
  visitedBy("administrator", withEach(draft, draftParts), ["/permits/{correctedPermit}/letter"]),
  visitedBy("administrator", withEach(letter, letterParts)),
  visitedBy("administrator", withEach("/permits/{letterPermit}", permitParts)),
  visitedBy("administrator", ["/employee-dashboard/permits/{letterPermit}"]),
  visitedBy("administrator", ["/api/letters/{letter}", "/api/letters/{letter}/download"]),
  visitedBy("administrator", ["/api/permits/{readyPermit}/plan-checks/{readyCycle}/release"]),
  visitedBy("reviewer", ["/permits/{correctedPermit}/letter"]),
  visitedBy("city", withEach("/oakvilles/permits/{permitOfCityLetter}", ["", "dialog=hand-over"])),
  visitedBy("city", [
    at("/oakvilles/permits/{permitOfCityLetter}/letters/{cityLetter}"),
    "/api/permits/{permitOfCityLetter}/corrections?pageSize=10",
  ]),
  // Their time is that of the worker, or grows with the letter.
  [
    { visitor: "administrator", path: `${draft}.pdf`, isWhole: true } as const,
    { visitor: "administrator", path: at(letter, "print"), isWhole: true } as const,
  ],
].flat();
