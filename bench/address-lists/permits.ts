import { permitStatusValues } from "~/models/permits/permit";
import { permitSortNames } from "~/models/permits/permit-filter";
import { at, bothDirections, searches, visitedBy, withEach, withPages } from "./address";

const sorts = bothDirections(permitSortNames);

/** Each filter of the list, with the name of its number of rows. */
const filters = [
  ["status=in_process", "permitsOfStatus"],
  ["cityId={largestCity}", "permitsOfCity"],
  ["status=in_process&cityId={largestCity}", "permitsOfBoth"],
] as const;

const plainLists = [
  withPages("/permits", "permits"),
  ...filters.map(([filter, total]) => withPages(at("/permits", filter), total)),
  withEach(
    "/permits",
    permitStatusValues.map((status) => `status=${status}`),
  ),
  withPages("/permits?status=hold", "permitsOnHold"),
  withEach("/permits?cityId={smallestCity}", ["", "status=hold", "page=2"]),
];

const sortedLists = [
  ...sorts.map((sort) => withPages(`/permits?sort=${sort}`, "permits")),
  ...filters.flatMap(([filter, total]) =>
    sorts.map((sort) =>
      withEach(at("/permits", filter, `sort=${sort}`), [
        "",
        `page={middle of ${total}}`,
        `page={last of ${total}}`,
      ]),
    ),
  ),
];

const searchedLists = searches.flatMap((search) => [
  ...["", ...filters.map(([filter]) => filter)].map((filter) =>
    withEach(at("/permits", `search=${search}`, filter), ["", "sort=city", "sort=-due"]),
  ),
  withEach(`/permits?search=${search}`, ["sort=number", "sort=-status", "page=2", "page=1000"]),
]);

/** What a permit's page can show in addition: a form, a dialog, all of the history, other comments. */
const parts = [
  "",
  "edit",
  "history",
  "dialog=delete",
  "dialog=next-cycle",
  "dialog=upload",
  "dialog=delete-file&fileId={file}",
  "dialog=notes&assignmentId={assignment}",
  "dialog=edit-comment&commentId={comment}",
  "dialog=delete-comment&commentId={comment}",
  "dialog=edit-time&entryId={timeEntry}",
  "dialog=delete-time&entryId={timeEntry}",
  "before={earlierComment}",
  "comment={comment}",
  "discipline=Structural",
  "reviewCycle=PC1",
];

/** The permits: the list with every filter, sort and kind of search, and the page of one permit. */
export const permitAddresses = [
  visitedBy("administrator", ...plainLists, ...sortedLists, ...searchedLists),
  visitedBy("administrator", ["/permits?dialog=delete&id={permit}", "/permits/{permit}/assignments"]),
  visitedBy("administrator", withEach("/permits/new", ["", "cityId={largestCity}&permitCreationYear=2026"])),
  visitedBy("administrator", withEach("/permits/{permit}", parts)),
  visitedBy("administrator", ["/permits/{newestPermit}", "/permits/{oldestPermit}"]),
  visitedBy("administrator", withEach("/employee-dashboard/permits/{permit}", parts)),
  visitedBy("reviewer", withPages("/permits", "permits"), ["/permits?search=2026&sort=due"]),
  visitedBy(
    "reviewer",
    withEach("/permits/{assignedPermit}", ["", "discipline=Structural", "reviewCycle=PC1"]),
  ),
].flat();
