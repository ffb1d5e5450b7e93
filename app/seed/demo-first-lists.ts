import { accounts } from "./demo-data";
import type { DemoPeople } from "./demo-people";
import type { DemoPermit } from "./demo-permits";
import type { DemoReview } from "./demo-reviews";

/** As many as a page of each list shows. */
const firstOfList = 10;

/** The permits that head the lists of the demo's accounts, the newest of all and of the demo's city first. */
export function newestPermits(permits: DemoPermit[], people: DemoPeople): DemoPermit[] {
  const newest = permits.toReversed();
  const lists = demoUsers(people).flatMap(({ role, cityId }) => {
    if (role === "city") return newest.filter(({ row }) => row.cityId === cityId).slice(0, firstOfList);
    return role === "admin" ? newest.slice(0, firstOfList) : [];
  });
  return [...new Set(lists)];
}

/** The permits of the work that heads the demo reviewer's own list, open work first, and the calendar. */
export function soonestDue(reviews: DemoReview[], people: DemoPeople): DemoPermit[] {
  const work = reviews
    .filter(({ permit, cycle }) => permit.cycles.at(-1) === cycle)
    .sort((one, other) => dueDateOf(one).localeCompare(dueDateOf(other)) || one.row.id - other.row.id);
  const own = work.filter(({ reviewer }) => isDemoUser(reviewer, people));
  const isOpen = ({ row }: DemoReview) => row.status !== "completed";
  const ownInOrder = [...own.filter(isOpen), ...own.filter((review) => !isOpen(review))];
  const lists = [...ownInOrder.slice(0, firstOfList), ...work.slice(0, firstOfList)];
  return [...new Set(lists.map(({ permit }) => permit))];
}

export const isDemoUser = ({ id }: { id: number }, people: DemoPeople): boolean =>
  demoUsers(people).some((user) => user.id === id);

const dueDateOf = ({ row }: DemoReview) => row.employeeDueDate ?? "9";

const demoUsers = ({ users }: DemoPeople) =>
  users.filter((user) => accounts.some(({ email }) => email === user.email));
