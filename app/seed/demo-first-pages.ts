import { accounts } from "./demo-data";
import type { DemoPeople } from "./demo-people";
import type { DemoPermit } from "./demo-permits";
import type { DemoReview } from "./demo-reviews";

/** The number of rows on the first page of each list. */
const firstPageRows = 10;

/** Returns the permits on the first page of the demo accounts' permit lists, newest first. */
export function newestPermits(permits: DemoPermit[], people: DemoPeople): DemoPermit[] {
  const newest = permits.toReversed();
  const lists = demoUsers(people).flatMap(({ role, cityId }) => {
    if (role === "city") return newest.filter(({ row }) => row.cityId === cityId).slice(0, firstPageRows);
    return role === "admin" ? newest.slice(0, firstPageRows) : [];
  });
  return [...new Set(lists)];
}

/** Returns the permits on the first page of the demo reviewer's list, open assignments first, and of the calendar. */
export function permitsDueFirst(reviews: DemoReview[], people: DemoPeople): DemoPermit[] {
  const current = reviews
    .filter(({ permit, cycle }) => permit.cycles.at(-1) === cycle)
    .sort((left, right) => dueDateOf(left).localeCompare(dueDateOf(right)) || left.row.id - right.row.id);
  const ownReviews = current.filter(({ reviewer }) => isDemoUser(reviewer, people));
  const isOpen = ({ row }: DemoReview) => row.status !== "completed";
  const openFirst = [...ownReviews.filter(isOpen), ...ownReviews.filter((review) => !isOpen(review))];
  const lists = [...openFirst.slice(0, firstPageRows), ...current.slice(0, firstPageRows)];
  return [...new Set(lists.map(({ permit }) => permit))];
}

/** Returns true for the users of the published demo accounts. */
export const isDemoUser = ({ id }: { id: number }, people: DemoPeople): boolean =>
  demoUsers(people).some((user) => user.id === id);

/** Reviews without a due date sort last. */
const dueDateOf = ({ row }: DemoReview) => row.employeeDueDate ?? "9";

const demoUsers = ({ users }: DemoPeople) =>
  users.filter((user) => accounts.some(({ email }) => email === user.email));
