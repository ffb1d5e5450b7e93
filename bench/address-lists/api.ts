import { permitStatusValues, reviewCycles } from "~/models/permits/permit";
import { permitSortNames } from "~/models/permits/permit-filter";
import { assignmentStatusValues } from "~/models/plan-review/assignment";
import { type Address, at, bothDirections, searches, visitedBy, withEach } from "./address";
import { correctionLists } from "./corrections";
import { letterLists } from "./letters";

const assignmentSorts = [
  "employeeDueDate",
  "permitDueDate",
  "discipline",
  "status",
  "completedAt",
  "updatedAt",
] as const;

type List = {
  path: string;
  sorts: readonly string[];
  /** The name of its number of rows, for a list of many pages. */
  total?: string;
  filters?: readonly string[];
};

const oneReviewer = "employeeId={busiestReviewer}";

const lists: List[] = [
  {
    path: "/api/permits",
    sorts: permitSortNames,
    total: "permits",
    filters: [
      "cityId={largestCity}",
      "status=all",
      ...permitStatusValues.map((status) => `status=${status}`),
      ...searches.map((search) => `search=${search}`),
    ],
  },
  {
    path: "/api/plan-check-assignments",
    sorts: assignmentSorts,
    total: "work",
    filters: [
      oneReviewer,
      ...[...assignmentStatusValues, "in-progress", "pending"].map((status) => `status=${status}`),
      `${oneReviewer}&status=assigned`,
    ],
  },
  {
    path: "/api/permits/{permit}/assignments",
    sorts: ["employeeName", "reviewCycle", ...assignmentSorts],
    filters: [...reviewCycles, "all"].map((cycle) => `reviewCycle=${cycle}`),
  },
  { path: "/api/permits/{permit}/history", sorts: ["at"] },
  ...correctionLists,
  ...letterLists,
  { path: "/api/permits/{permit}/comments", sorts: ["createdAt"] },
  {
    path: "/api/permits/{permit}/time-entries",
    sorts: ["workDate", "hoursWorked", "employeeName", "discipline", "reviewCycle"],
  },
  {
    path: "/api/permits/{permit}/files",
    sorts: ["fileName", "kind", "byteSize", "reviewCycle", "uploadDate"],
  },
  {
    path: "/api/cities",
    sorts: ["cityName", "cityNumber", "urban37CityCode", "createdAt", "updatedAt"],
    filters: ["search=oak"],
  },
  { path: "/api/cities/{largestCity}/users", sorts: ["email", "firstName", "lastName", "updatedAt"] },
  { path: "/api/cities/{largestCity}/pricing", sorts: ["serviceName", "pricingType", "rate", "updatedAt"] },
  {
    path: "/api/city-fees?cityId={largestCity}",
    sorts: ["dateCharged", "datePaid", "amount", "status", "serviceType", "invoiceNumber"],
    total: "fees",
  },
  {
    path: "/api/standard-comments",
    sorts: ["title", "discipline", "uses", "updatedAt"],
    filters: ["q=exit", "discipline=Fire", "cityId={largestCity}", "isActive=true"],
  },
  { path: "/api/employees", sorts: ["name", "email", "updatedAt"], filters: ["search=fire"] },
];

/** One page of a list: of each filter, each sort, and at the end and in the middle of a long one. */
function pagesOf({ path, sorts, total, filters = [] }: List): string[] {
  const sorted = bothDirections(sorts).map((sort) => `sort=${sort}`);
  const far = total ? [`page={middle of ${total}}`, `page={last of ${total}}`] : [];
  return [
    ...withEach(path, ["", ...filters, ...sorted]).map((list) => at(list, "page=1&pageSize=10")),
    ...withEach(path, ["", ...sorted]).flatMap((list) => withEach(list, far)),
  ];
}

/** The lists without paging. */
const whole: Address[] = [
  ...lists.map(({ path }) => path),
  "/api/permits?sort=-due",
  "/api/permits?search=2026",
  "/api/plan-check-assignments?status=completed",
].map((path) => ({ visitor: "administrator", path, isWhole: true }));

const sortedSearches = bothDirections(permitSortNames).flatMap((sort) =>
  ["", "status=in_process", "cityId={largestCity}"].map((filter) =>
    at("/api/permits?search=2026", filter, `sort=${sort}`, "pageSize=10"),
  ),
);

const single = [
  "/api/permits/{permit}",
  "/api/cities/{largestCity}",
  "/api/employees/{busiestReviewer}",
  "/api/standard-comments/{standardComment}",
  "/api/dashboard/stats",
  "/api/auth/user",
  "/api/openapi.json",
  "/api/files/{file}/download",
  "/api/files/{file}/download?inline",
  "/api/files/download/{file}",
  "/api/files/download/{file}?inline",
  "/api/test-city-user",
];

/** The API's lists and rows. */
export const apiAddresses = [
  visitedBy("administrator", lists.flatMap(pagesOf), sortedSearches, single),
  visitedBy("city", ["/api/permits?pageSize=10", "/api/permits?search=2026&pageSize=10"]),
  whole,
  [{ visitor: "city", path: "/api/permits", isWhole: true } as const],
].flat();
