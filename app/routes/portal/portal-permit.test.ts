import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteCityUser } from "~/models/cities/city-user.server";
import { addComment } from "~/models/comments/comment.server";
import { decide } from "~/models/corrections/decision.server";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { reviewCycles } from "~/models/permits/permit";
import { updatePermit } from "~/models/permits/permit.server";
import { addPlanFiles, listPlanFiles } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import type { uploadCyclesOf } from "~/models/review-cycles/upload-cycle";
import { permits, timeEntries } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";
import { type Fields, openPage, sendForm } from "~/testing/send-form";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import type { PortalPermit } from "./parts/load-portal-permit.server";

let administrator: Viewer;
let reviewer: Viewer;
let cityUser: Viewer;
let colleague: Viewer;
let otherCityUser: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;

beforeAll(async () => {
  administrator = await makeViewer("admin", { name: "Dana Director" });
  reviewer = await makeViewer("employee", { name: "Rita Reviewer", disciplines: ["Fire"] });
  cityId = (await makeCity("Oakville")).id;
  cityUser = await makeViewer("city", { name: "Carl Clerk", cityId });
  colleague = await makeViewer("city", { name: "Cora Clerk", cityId });
  otherCityUser = await makeViewer("city", { cityId: (await makeCity()).id });
});
beforeEach(async () => {
  permit = await makePermit(administrator, cityId, { submissionDate: "2026-11-02" });
});

const page = () => `/oakvilles/permits/${permit.id}`;
const load = async (viewer = cityUser) => (await openPage<PortalPermit>(viewer, page())).page;
const post = (path: string, fields: Fields = {}, viewer = cityUser) =>
  sendForm(viewer, `${page()}${path}`, fields);
const plan = async () =>
  ({ ...(await storeBytes(Buffer.from("%PDF-1.7"))), fileName: "plan.pdf", kind: "pdf" }) as const;

type Upload = { cycles: ReturnType<typeof uploadCyclesOf> };
const openedUpload = async () => (await openPage<unknown, Upload>(cityUser, `${page()}/upload`)).dialog;

describe("the page of a permit", () => {
  test("has the data for the city", async () => {
    await assign(permit, reviewer, "Fire");
    expect(await load()).toMatchObject({
      city: { cityName: "Oakville" },
      permit: {
        id: permit.id,
        badge: { label: "In Review" },
        urban37PermitNumber: permit.urban37PermitNumber,
        requiredDisciplines: ["Structural"],
      },
      submitted: "Nov 2, 2026",
      created: "Nov 1, 2026",
      portal: "/oakvilles",
      mayUpload: true,
    });
  });

  test("has no reviewers, hours or internal comments", async () => {
    await assign(permit, reviewer, "Fire");
    await addPlanFiles(reviewer, permit.id, { reviewCycle: "PC1", files: [await plan()] });
    await addComment(administrator, permit.id, { text: "The fee is late" });
    await addComment(reviewer, permit.id, { text: "Send the soils report", isShared: true });
    await write(async (tx) => {
      const stamps = { createdAt: "2026-11-20T20:00:00Z", updatedAt: "2026-11-20T20:00:00Z" };
      await tx.insert(timeEntries).values({
        permitId: permit.id,
        employeeId: reviewer.employeeId ?? 0,
        discipline: "Fire",
        reviewCycle: "PC1",
        quarterHours: 77,
        workDate: "2026-11-20",
        description: "Secret work",
        ...stamps,
      });
    });
    const sent = JSON.stringify(await load());
    expect(sent).toContain("Send the soils report");
    for (const secret of [
      "Rita",
      "Dana",
      "employeeId",
      "fee is late",
      "Secret work",
      "quarterHours",
      ":77",
      "createdBy",
      "employeeDueDate",
    ])
      expect(sent, secret).not.toContain(secret);
  });

  test("names the city's own users in the discussion, and the provider for all others", async () => {
    const { id } = await addComment(reviewer, permit.id, { text: "Question", isShared: true });
    await addComment(colleague, permit.id, { text: "Reply", parentId: id });
    for (const viewer of [cityUser, administrator]) {
      const { discussion } = await load(viewer);
      expect(discussion.comments.map(({ authorName }) => authorName)).toEqual(["Urban37", "Cora Clerk"]);
      // Administrators write on their own page.
      expect(discussion.mayStart).toBe(viewer === cityUser);
    }
  });

  test("still names a user of the city who was deleted after writing a comment", async () => {
    const clerk = await makeViewer("city", { name: "Otto Former", cityId });
    const { id } = await addComment(reviewer, permit.id, { text: "Question", isShared: true });
    await addComment(clerk, permit.id, { text: "Reply", parentId: id });
    await deleteCityUser(administrator, cityId, clerk.id);
    const { discussion } = await load(cityUser);
    expect(discussion.comments.map(({ authorName }) => authorName)).toEqual(["Urban37", "Otto Former"]);
  });

  test("is 404 for another city, 403 for an employee, and links an administrator back to its city", async () => {
    expect((await openPage(otherCityUser, page())).status).toBe(404);
    expect((await openPage(reviewer, page())).status).toBe(403);
    expect((await load(administrator)).portal).toBe(`/oakvilles?cityId=${cityId}`);
  });

  test("has the upload form when its address opens the dialog", async () => {
    const labels = async () => (await openedUpload()).cycles.options.map(({ label }) => label);
    const five = [1, 2, 3, 4, 5].map((round) => `PC${round} - Plan Check ${round}`);
    expect(await labels()).toEqual(five);
    permit = await makePermit(administrator, cityId, { reviewCycle: "PC7" });
    expect(await labels()).toEqual([...five.map((label) => `${label} (over)`), "PC7 - Plan Check 7"]);
  });
});

describe("the cycle that the upload dialog preselects", () => {
  const opened = async () => {
    const { preselected, options, warning } = (await openedUpload()).cycles;
    const over = options.flatMap(({ value, label }) => (label.endsWith(" (over)") ? [value] : []));
    return { preselected, isOffered: options.some(({ value }) => value === preselected), over, warning };
  };
  const release = async (kind: "correction" | "condition") => {
    await switchCorrections(cityId, true);
    const assignment = await assign(permit, reviewer, "Fire");
    await makeCorrections(permit, reviewer, [{ kind, reviewCycle: permit.reviewCycle }]);
    const decision = kind === "correction" ? "corrections_required" : "approved_with_conditions";
    await decide(reviewer, assignment?.id ?? 0, { decision });
    await issueLetter(administrator, permit.id);
  };

  afterEach(() => switchCorrections(cityId, false));

  test("is the current one while it is in review", async () => {
    await switchCorrections(cityId, true);
    await assign(permit, reviewer, "Fire");
    await makeCorrections(permit, reviewer, [{}]);
    expect(await opened()).toEqual({ preselected: "PC1", isOffered: true, over: [], warning: null });
    permit = await makePermit(administrator, cityId, { reviewCycle: "PC6" });
    expect(await opened()).toMatchObject({ preselected: "PC6", isOffered: true, over: first(5) });
  });

  test("is the current one in a city without corrections too", async () => {
    permit = await makePermit(administrator, cityId, { reviewCycle: "PC3" });
    expect(await opened()).toEqual({
      preselected: "PC3",
      isOffered: true,
      over: first(2),
      warning: "PC1 and PC2 are over: files that are added to them are not reviewed, and cannot be deleted.",
    });
  });

  test.each([
    ["PC1", "PC2"],
    ["PC5", "PC6"],
  ] as const)("is the next one once the letter of %s is out", async (reviewCycle, next) => {
    for (const kind of ["correction", "condition"] as const) {
      const fields = { reviewCycle, requiredDisciplines: ["Fire"] };
      permit = await makePermit(administrator, cityId, fields);
      await release(kind);
      const { over, warning, ...rest } = await opened();
      expect(rest).toEqual({ preselected: next, isOffered: true });
      expect(over?.at(-1)).toBe(reviewCycle);
      expect(warning).toMatch(/files that are added to (it|them) are not reviewed, and cannot be deleted\.$/);
    }
  });

  test("is none once the letter of the last one is out", async () => {
    permit = await makePermit(administrator, cityId, { reviewCycle: "PC10", requiredDisciplines: ["Fire"] });
    await release("correction");
    expect(await opened()).toMatchObject({ preselected: null, isOffered: false });
  });

  test("was not chosen by its user, who hears when it is over by now", async () => {
    permit = await makePermit(administrator, cityId, { requiredDisciplines: ["Fire"] });
    const { preselected } = await opened();
    await release("correction");
    expect(await post("/upload", { ...upload("PC1", ["late.pdf"]), preselected })).toMatchObject({
      status: 409,
      errors: { reviewCycle: ["PC1 is over since you opened this form: choose PC2"] },
    });
    expect(await listPlanFiles(cityUser, permit)).toEqual([]);
    await post("/upload", upload("PC1", ["chosen.pdf"]));
    expect(await listPlanFiles(cityUser, permit)).toMatchObject([{ reviewCycle: "PC1" }]);
  });
});

const first = (cycles: number) => reviewCycles.slice(0, cycles);

const upload = (reviewCycle: string, names: string[]) => ({
  reviewCycle,
  files: names.map((name) => new File(["%PDF-1.7 plan"], name)),
});

test("the form under the title is there while plans are asked for, and sends them like the dialog", async () => {
  const { strip, upload: form } = await load();
  expect([strip.step?.label, form?.reviewCycle]).toEqual(["Upload plans", "PC1"]);
  const sent = { ...upload("PC1", ["a.pdf"]), preselected: "PC1", formKey: form?.idempotencyKey ?? "" };
  for (const _ of ["once", "and once more"])
    expect(await post("/upload", sent)).toMatchObject({ status: 302 });
  expect(await listPlanFiles(cityUser, permit)).toHaveLength(1);
  expect((await load()).upload).toBeNull();
});

describe("the upload dialog", () => {
  test.each(["PC1", "PC3", "PC5"] as const)(
    "adds files in %s, and redirects to the permit",
    async (cycle) => {
      const { location } = await post("/upload", upload(cycle, ["a.pdf", "b.pdf"]));
      expect(location).toBe(`${page()}#plan-files`);
      const files = await listPlanFiles(cityUser, permit);
      expect(files.map(({ reviewCycle }) => reviewCycle)).toEqual([cycle, cycle]);
    },
  );

  test.each([
    ["no file", upload("PC1", []), "files"],
    ["an unknown cycle", upload("PC11", ["a.pdf"]), "reviewCycle"],
    ["another kind of file", upload("PC1", ["a.txt"]), "files"],
  ])("is returned with 400 for %s", async (_, fields, field) => {
    const { status, errors } = await post("/upload", fields);
    expect([status, Object.keys(errors)]).toEqual([400, [field]]);
    expect(await listPlanFiles(cityUser, permit)).toEqual([]);
  });

  test("is 404 for another city", async () => {
    expect((await post("/upload", upload("PC1", ["a.pdf"]), otherCityUser)).status).toBe(404);
  });
});

test("a form that only staff pages have does not exist, also for an administrator", async () => {
  for (const viewer of [cityUser, administrator]) {
    for (const form of ["?time", "?status", "?upload", "?back-check"])
      expect((await post(form, {}, viewer)).status).toBe(400);
    for (const dialog of ["/edit", "/delete", "/reopen", "/dates", "/corrections/new", "/time/1/edit"])
      expect((await post(dialog, {}, viewer)).status).toBe(404);
  }
});

describe("the form for the city's number", () => {
  const setNumber = (cityPermitNumber: string) => post("?city-number", { cityPermitNumber });

  beforeEach(async () => {
    permit = await makePermit(administrator, cityId);
    await write((tx) => tx.update(permits).set({ cityPermitNumber: null }).where(eq(permits.id, permit.id)));
  });

  test("is shown only for a permit without a city permit number", async () => {
    expect((await load()).mayGiveNumber).toBe(true);
    expect((await load(administrator)).mayGiveNumber).toBe(true);
    expect((await setNumber(" B26-77 ")).location).toBe(page());
    expect(await load()).toMatchObject({ permit: { cityPermitNumber: "B26-77" }, mayGiveNumber: false });
    expect((await load(administrator)).mayGiveNumber).toBe(false);
  });

  test.each([
    ["", "City permit number is required"],
    ["9".repeat(101), "Keep this to 100 characters or fewer"],
  ])("with %j is returned with 400 and the typed value", async (typed, message) => {
    expect(await setNumber(typed)).toMatchObject({
      status: 400,
      typed: typed ? { cityPermitNumber: typed } : {},
      errors: { cityPermitNumber: [message] },
    });
  });

  test("is returned with 409 and both numbers if another user has set one since", async () => {
    await updatePermit(administrator, permit.id, { cityPermitNumber: "FIRST-1" });
    expect(await setNumber("SECOND-2")).toMatchObject({
      status: 409,
      typed: { cityPermitNumber: "SECOND-2" },
      errors: { cityPermitNumber: [expect.stringContaining("FIRST-1")] },
    });
    expect(await load()).toMatchObject({ permit: { cityPermitNumber: "FIRST-1" }, mayGiveNumber: false });
  });
});

test("a city user can delete only their own files of the current cycle and of later ones", async () => {
  await addPlanFiles(cityUser, permit.id, { reviewCycle: "PC1", files: [await plan()] });
  await addPlanFiles(cityUser, permit.id, { reviewCycle: "PC2", files: [await plan()] });
  await addPlanFiles(administrator, permit.id, { reviewCycle: "PC1", files: [await plan()] });
  const { files } = await load();
  const [own] = files.filter(({ mayDelete }) => mayDelete);
  expect(files.filter(({ mayDelete }) => mayDelete)).toHaveLength(2);
  const dialog = (id?: number) => `/files/${id}/delete`;
  const opened = (id?: number) => openPage(cityUser, `${page()}${dialog(id)}`);
  expect(await opened(own?.id)).toMatchObject({ status: 200, dialog: { fileName: "plan.pdf" } });
  const foreign = files.find(({ mayDelete }) => !mayDelete)?.id;
  expect((await opened(foreign)).status).toBe(403);
  expect((await post(dialog(foreign))).status).toBe(403);
  expect((await post(dialog(own?.id))).status).toBe(302);
  expect((await load()).files).toHaveLength(2);
});
