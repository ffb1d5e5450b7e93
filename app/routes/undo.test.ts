import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { updateAssignment } from "~/models/assignments/assignment.server";
import { today } from "~/models/clock.server";
import { addComment } from "~/models/comments/comment.server";
import { addTimeEntry } from "~/models/hours/time-entry.server";
import type { Viewer } from "~/models/policy";
import { assignments } from "~/models/tables.server";
import { findUndo } from "~/models/undo.server";
import { db } from "~/platform/db/db.server";
import type { Undo } from "~/platform/http/toast.server";
import { requestHtml } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor, openPage, sendForm } from "~/testing/send-form";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import type { PermitReview } from "./review/parts/load-review.server";

let administrator: Viewer;
let lee: Viewer;
let city: { id: number };
let permit: { id: number };
let fire: number;
let review: string;

beforeAll(async () => {
  city = await makeCity();
  await switchCorrections(city.id, true);
  administrator = await makeViewer("admin");
  lee = await makeViewer("employee", { disciplines: ["Fire"] });
});
beforeEach(async () => {
  permit = await makePermit(administrator, city.id, { requiredDisciplines: ["Fire"] });
  fire = (await assign(permit, lee, "Fire"))?.id ?? 0;
  review = `/employee-dashboard/permits/${permit.id}`;
});
afterEach(() => vi.useRealTimers());

const complete = () =>
  sendForm(lee, `${review}?status`, { assignmentId: fire, status: "completed" }).then(async (sent) => {
    expect(sent.toast).toBe("Assignment updated");
    return `/undo/${await findUndo(lee, "assignment", fire)}`;
  });
const statusOf = async () => (await db.select().from(assignments).where(eq(assignments.id, fire)))[0]?.status;

test("a change is undone, and the page of the change says so", async () => {
  const undo = `${await complete()}?${new URLSearchParams({ to: `${review}#corrections` })}`;
  expect(await sendForm(lee, undo)).toMatchObject({
    status: 302,
    location: `${review}#corrections`,
    toast: "Undone",
  });
  expect(await statusOf()).toBe("assigned");
  expect(await sendForm(lee, undo)).toMatchObject({ status: 302, toast: "This was undone already" });
});

const failureAfter = async (sent: Awaited<ReturnType<typeof sendForm>>) => {
  expect(sent).toMatchObject({ status: 302, toast: "Error", location: review });
  return textOf(await (await requestHtml(review, `${await cookieFor(lee)}; ${sent.cookie}`)).text());
};

test("what is refused is said on the page of the change", async () => {
  const late = await complete();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  expect(await failureAfter(await sendForm(lee, `${late}?to=${review}`))).toContain(
    "It is too late: a change can be undone for 60 seconds. Nothing was undone.",
  );
  vi.useRealTimers();
  await updateAssignment(administrator, fire, { comment: "See sheet A-1" });
  expect(await failureAfter(await sendForm(lee, `${late}?to=${review}`))).toContain(
    "This was changed since. Nothing was undone.",
  );
  expect(await statusOf()).toBe("completed");
});

test.each(["https://evil.test/", "//evil.test", "/\\evil.test", "evil", "", undefined])(
  "the address %o leads home",
  async (to) => {
    const query = to === undefined ? "" : `?${new URLSearchParams({ to })}`;
    expect(await sendForm(lee, `${await complete()}${query}`)).toMatchObject({
      location: "/",
      toast: "Undone",
    });
  },
);

test.each(["0", "-1", "1.5", "abc", "999999999", "99999999999999999999"])("the id %s is 404", async (id) => {
  expect(await sendForm(lee, `/undo/${id}`)).toMatchObject({ status: 404 });
  expect((await openPage(lee, `/undo/${id}`)).status).toBe(404);
});

test("the page asks again what its user, who was signed out, has sent", async () => {
  const undo = await complete();
  const html = await (await requestHtml(`${undo}?to=${review}`, await cookieFor(lee))).text();
  expect(textOf(html)).toContain("What you changed at ");
  expect(html).toContain(`href="${review}"`);
});

const reviewAfter = async ({ location, cookie }: Awaited<ReturnType<typeof sendForm>>) =>
  (await openPage<PermitReview>(lee, location ?? "", cookie)).page;

test("a deleted row is shown in its place by the next load only", async () => {
  const ids = await makeCorrections(permit, lee, [{}, { text: "Show the exits" }, {}]);
  const deleted = await sendForm(lee, `${review}/corrections/${ids[1]}/delete`);
  const drafts = (page: PermitReview) => page.corrections?.groups.drafts.lines ?? [];
  expect(drafts(await reviewAfter(deleted))).toMatchObject([
    { id: ids[0] },
    { id: ids[1], text: "Show the exits", number: 2, isDeleted: true },
    { id: ids[2] },
  ]);
  expect(drafts((await openPage<PermitReview>(lee, review)).page).map(({ id }) => id)).toEqual([
    ids[0],
    ids[2],
  ]);

  const { id: commentId } = await addComment(lee, permit.id, { text: "Is this the latest set?" });
  const discussion = (await reviewAfter(await sendForm(lee, `${review}/comments/${commentId}/delete`)))
    .discussion;
  expect(discussion.comments).toMatchObject([{ id: commentId, isDeleted: true }]);
  expect(discussion.comments[0]).not.toHaveProperty("mayChange");

  const hours = { discipline: "Fire", workDate: today() } as const;
  const { id: first } = await addTimeEntry(lee, permit.id, { hoursWorked: 1, ...hours });
  const { id: second } = await addTimeEntry(lee, permit.id, { hoursWorked: 2, ...hours });
  const { time } = await reviewAfter(await sendForm(lee, `${review}/time/${first}/delete`));
  expect(time?.entries.map(({ id, mayChange }) => [id, mayChange])).toEqual([
    [second, true],
    [first, false],
  ]);
  expect(time?.quarterHours).toBe(8);
});

test("the toast of a change has its undo, and one that changed nothing has none", async () => {
  const sent = await sendForm(lee, `${review}?status`, { assignmentId: fire, status: "assigned" });
  const rootOf = async (cookie: string) =>
    (await requestHtml(review, `${await cookieFor(lee)}; ${cookie}`)).text();
  expect(await rootOf(sent.cookie)).not.toContain("/undo/");
  const changed = await sendForm(lee, `${review}?status`, { assignmentId: fire, status: "completed" });
  const html = await rootOf(changed.cookie);
  const forms = html.match(/<form[^>]*class="undo"[^>]*>/g) ?? [];
  // In the toast and in the row.
  expect(forms).toHaveLength(2);
  const of: Undo["of"] = `assignment ${fire}`;
  expect(html).toContain(of);
});
