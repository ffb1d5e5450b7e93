import { planCheckViewValues } from "~/models/plan-checks/plan-check-view";
import { assignmentStatusValues } from "~/models/plan-review/assignment";
import { calendarViews } from "~/models/plan-review/calendar-filter";
import { workViews } from "~/models/plan-review/work-filter";
import { type Address, at, searches, visitedBy, withEach, withMoreRows, withPages } from "./address";

/** The pages of assignments, all of them and by status. */
const workOf = (path: string, total: string): string[] => [
  ...withPages(path, total),
  ...assignmentStatusValues.flatMap((status) =>
    withEach(at(path, `status=${status}`), ["", "page=2", `page={last of ${total}}`]),
  ),
  ...withEach(path, ["q=oa", "q=street", "q=xyzzy", ...Object.keys(workViews).map((view) => `view=${view}`)]),
];

const views = ["", ...Object.keys(calendarViews).map((view) => `view=${view}`)];
const oneReviewer = "employeeId={busiestReviewer}";

const calendarOf = (employee: string, total: string): string[] =>
  views.flatMap((view) => withPages(at("/plan-check-calendar", view, employee), total));

const prints: Address[] = views
  .flatMap((view) => ["", oneReviewer].map((employee) => at("/plan-check-calendar", view, employee, "print")))
  .map((path) => ({ visitor: "administrator", path, isWhole: true }));

const exports: Address[] = [
  { visitor: "administrator", path: "/cities/{largestCity}/fees.csv", isWhole: true },
  { visitor: "administrator", path: "/standard-comments.csv", isWhole: true },
  { visitor: "administrator", path: at("/hours.csv", oneReviewer, "month=2026-10"), isWhole: true },
];

/** What a city's page can show in addition: a form, a dialog, or another page of fees. */
const cityParts = [
  "",
  "edit",
  "dialog=delete",
  "dialog=invite",
  "dialog=edit-user&userId={cityUser}",
  "dialog=delete-user&userId={cityUser}",
  "dialog=reset-password&userId={cityUser}",
  "dialog=new-fee",
  "dialog=edit-fee&feeId={fee}",
  "dialog=mark-paid&feeId={fee}",
  "dialog=new-pricing",
  "dialog=edit-pricing&pricingId={pricing}",
  "dialog=delete-pricing&pricingId={pricing}",
  "feePage=2",
  "feePage={middle of fees}",
  "feePage={last of fees}",
];

const cities = [
  ...withPages("/cities", "cities"),
  ...withEach("/cities", ["search=o", "search=oa", "search=oakville", "search=xyzzy", "dialog=new"]),
  "/cities?dialog=delete&id={smallestCity}",
  "/cities/{smallestCity}",
  ...withEach("/cities/{largestCity}", cityParts),
];

const employeeDialogs = ["edit", "activate", "deactivate", "delete", "reset-password", "reassign"];

const employees = [
  ...withPages("/employees", "employees"),
  ...withEach("/employees", ["search=a", "search=an", "search=fire", "search=xyzzy", "dialog=new"]),
  ...employeeDialogs.map((dialog) => `/employees?dialog=${dialog}&id={busiestReviewer}`),
  "/employees?dialog=reassign&id={busiestReviewer}&next=delete",
];

const library = [
  ...withPages("/standard-comments", "standardComments"),
  ...withEach("/standard-comments", [
    ...["q=e", "q=exit", "q=xyzzy", "discipline=Fire", "cityId={largestCity}", "cityId=every"],
    ...["dialog=new", "dialog=import"],
    "dialog=edit&id={standardComment}",
    "dialog=delete&id={standardComment}",
  ]),
];

/** The plan checks: each tab, of all cities and of one, far pages of the longest ones, and searches. */
const planChecks = [
  ...planCheckViewValues.flatMap((view) =>
    withEach(`/plan-checks?view=${view}`, ["", "cityId={largestCity}", "page=2"]),
  ),
  ...withPages("/plan-checks?view=late", "latePlanChecks"),
  ...withPages("/plan-checks?view=in_review", "planChecksInReview"),
  ...searches.flatMap((search) =>
    withEach(`/plan-checks?view=late&q=${search}`, ["", "cityId={largestCity}", "page=2"]),
  ),
  "/plan-checks",
];

const dashboards = [
  ...withEach("/", ["", "search=26-", "sort=-city", "page={last of permits}"]),
  ...withEach("/admin-dashboard", ["", "page={middle of permits}"]),
  ...workOf("/employee-dashboard", "work"),
  ...workOf(at("/employee-dashboard", oneReviewer), "workOfReviewer"),
];

const hours = withEach("/hours", ["", "month=2026-10"]);

/** A page has all hours of a reviewer in a month, and the reviewers have more work with more permits. */
const hoursOfReviewer = withEach("/hours", [oneReviewer, `${oneReviewer}&month=2026-10`]);

/** The pages of administrators and reviewers, except for the permits. */
export const staffAddresses = [
  visitedBy("administrator", dashboards, cities, employees, library, hours, withPages("/mail", "emails")),
  visitedBy("administrator", [...new Set(planChecks)]),
  visitedBy("administrator", calendarOf("", "work"), calendarOf(oneReviewer, "workOfReviewer")),
  visitedBy("reviewer", workOf("/", "workOfReviewer"), [
    "/employee-dashboard",
    "/standard-comments",
    "/plan-checks",
  ]),
  withMoreRows(visitedBy("administrator", hoursOfReviewer)),
  withMoreRows(visitedBy("reviewer", ["/hours"])),
  visitedBy("reviewer", ["/plan-check-calendar"], calendarOf(oneReviewer, "workOfReviewer")),
  prints,
  exports,
].flat();
