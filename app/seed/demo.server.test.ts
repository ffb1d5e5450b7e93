import { existsSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { addDays } from "~/models/calendar-date";
import type { Viewer } from "~/models/policy";
import { isPostgres } from "~/platform/db/dialect.server";
import { type App, openApp, readAllTables, viewerIn } from "~/testing/new-app";
import { projectKinds } from "./demo-data";
import { demoDisciplines } from "./demo-disciplines";
import { demoPeople } from "./demo-people";
import { demoPermits } from "./demo-permits";
import { demoReviews } from "./demo-reviews";
import { findingsFor } from "./demo-stories";

vi.mock(import("~/models/letters/letter-pdf.server"), () => import("~/testing/letter-pdf-stub"));

const day = "2026-11-20";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${day}T20:00:00Z`) });
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe("the filled demo", () => {
  let app: App;
  let filled: ReturnType<typeof readAllTables>;

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${day}T20:00:00Z`) });
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    app = await openApp();
    await app.prepareDemo();
    filled = readAllTables(app);
  });

  afterAll(() => app.close());

  const viewerOf = (email: string) => viewerIn(app, email);

  async function permitOf(viewer: Viewer, id: number) {
    const { readPermit } = await import("~/models/permits/permit-scope.server");
    return readPermit(viewer, id);
  }

  /** Returns whether a permit has files, replies and hours for a user of the firm. */
  async function contentOf(viewer: Viewer, permitId: number) {
    const { listPlanFiles } = await import("~/models/permits/plan-file.server");
    const { listTimeEntries } = await import("~/models/hours/time-entry-list.server");
    return {
      hasFiles: (await listPlanFiles(viewer, await permitOf(viewer, permitId))).length > 0,
      hasReplies:
        app.readOne<number>(`select count(parent_id) from comments where permit_id = ${permitId}`) > 0,
      hasHours: (await listTimeEntries(viewer, await permitOf(viewer, permitId))).entries.length > 0,
    };
  }

  test("has six cities, and Oakville is the third", () => {
    expect(app.readList("select city_name from cities order by id")).toEqual([
      "Riverton",
      "Mesa Vista",
      "Oakville",
      "Harbor Bay",
      "Cedar Falls",
      "San Lucero",
    ]);
    expect(app.readList("select distinct submission_status from cities")).toEqual(["in_process"]);
  });

  test("has a city with a contact and codes, one that names reviewers, one that approves itself, and two that apply other rules to applicants", () => {
    const cityWith = (condition: string) => app.readList(`select city_name from cities where ${condition}`);
    expect(
      cityWith("letter_contact like 'Harriet Coleman%' and letter_codes like '2025 California%'"),
    ).toEqual(["Oakville"]);
    expect(cityWith("letter_names_reviewers")).toEqual(["Mesa Vista"]);
    expect(cityWith("approval_wording = 'recommended'")).toEqual(["San Lucero"]);
    expect(cityWith("letter_recipients = 'city_and_applicant'")).toEqual(["San Lucero"]);
    expect(cityWith("not applicants_answer")).toEqual(["Cedar Falls"]);
  });

  test("has permits on hold with open assignments, and approval letters of the city that approves itself", () => {
    const countOf = (from: string) => app.readOne(`select count(*) from permits ${from}`);
    expect(
      countOf("join assignments on permit_id = permits.id where permits.status = 'hold' and is_open"),
    ).toBeGreaterThan(0);
    expect(
      countOf(
        "join cities on cities.id = city_id join letters on permit_id = permits.id where approval_wording = 'recommended' and kind = 'approval'",
      ),
    ).toBeGreaterThan(0);
  });

  test("has fourteen reviewers and an administrator, and two who can work for every discipline", () => {
    expect(app.readOne("select count(*) from employees")).toBe(15);
    expect(app.readOne("select count(distinct employee_id) from employee_disciplines")).toBe(14);
    const covered = app.read<{ discipline: string; reviewers: number }>(
      "select discipline, count(*) as reviewers from employee_disciplines join employees on employees.id = employee_id join users on users.id = user_id where is_active and not is_invited group by discipline",
    );
    expect(covered.map(({ discipline }) => discipline).sort()).toEqual([...demoDisciplines].sort());
    expect(Math.min(...covered.map(({ reviewers }) => reviewers))).toBeGreaterThanOrEqual(2);
  });

  test("gives a password to all users except invited ones", () => {
    expect(app.readOne("select count(distinct password_hash) from users")).toBe(1);
    expect(app.readOne("select count(*) from users where is_invited <> (password_hash is null)")).toBe(0);
  });

  test("has 240 permits of several statuses", () => {
    expect(app.readOne("select count(*) from permits")).toBe(240);
    const statuses = ["approved", "cancelled", "hold", "in_process", "resubmittal_required"];
    expect(app.readList<string>("select distinct status from permits order by 1")).toEqual(statuses);
  });

  test("has permits without a city permit number, one of them among Oakville's newest ten", () => {
    const newestTen =
      "select city_permit_number is null as is_unnumbered, status from permits where city_id = 3 order by id desc limit 10";
    expect(app.read(newestTen)).toContainEqual({ is_unnumbered: 1, status: "in_process" });
    expect(
      app.readOne(
        "select count(*) from permits where city_permit_number is null and revision_number not null",
      ),
    ).toBe(0);
  });

  test("has the same permit counts and number counters as the application", () => {
    expect(app.read("select * from permit_counts order by city_id, status")).toEqual(
      app.read(
        "select city_id, status, count(*) as permits, sum(is_assigned) as assigned from permits group by 1, 2 order by 1, 2",
      ),
    );
    expect(app.read("select * from permit_number_counters order by 1, 2")).toEqual(
      app.read(
        "select city_id, permit_creation_year as year, max(cast(substr(urban37_permit_number, 8) as integer)) as highest from permits group by 1, 2 order by 1, 2",
      ),
    );
  });

  test("orders permit ids by creation and has no event in the future", () => {
    const created = app.readList<string>("select created_at from permits order by id");
    expect(created).toEqual([...created].sort());
    expect(app.readOne("select count(*) from permits where updated_at < created_at")).toBe(0);
    const latest = app.readList<string>(
      "select max(at) from audit_events union select max(created_at) from comments union select max(created_at) from time_entries union select max(uploaded_at) from plan_files union select max(updated_at) from assignments",
    );
    expect(latest.every((moment) => moment < new Date().toISOString())).toBe(true);
  });

  test("the administrator's first permits have files, a discussion, hours and a history", async () => {
    const viewer = await viewerOf("admin@demo.test");
    const { permitList } = await import("~/models/permits/permit-list.server");
    const rows = await permitList(viewer, {}).page(1, 10);
    expect(rows.length).toBe(10);
    for (const { id, urban37PermitNumber } of rows) {
      expect(await contentOf(viewer, id), urban37PermitNumber).toEqual({
        hasFiles: true,
        hasReplies: true,
        hasHours: true,
      });
    }
    const { permitHistory } = await import("~/models/permits/permit-history.server");
    for (const { id, urban37PermitNumber } of rows) {
      const events = await permitHistory(viewer, await permitOf(viewer, id));
      const recorded = ["Created", "Files added", " assigned to ", " started"].map((words) =>
        events.some(({ text }) => text.includes(words)),
      );
      expect(recorded, urban37PermitNumber).toEqual([true, true, true, true]);
    }
  });

  test("the reviewer's first assignments have files, a discussion and described hours", async () => {
    const viewer = await viewerOf("reviewer@demo.test");
    const { listDashboardAssignments } = await import("~/models/dashboard/work-list.server");
    const { listCalendar } = await import("~/models/assignments/calendar.server");
    const { listTimeEntries } = await import("~/models/hours/time-entry-list.server");
    const { rows: own } = await listDashboardAssignments(
      viewer,
      { employeeId: Number(viewer.employeeId) },
      "2026-11-20",
    );
    expect(own.length).toBe(10);
    for (const { permitId } of own) {
      expect(await contentOf(viewer, permitId), `permit ${permitId}`).toEqual({
        hasFiles: true,
        hasReplies: true,
        hasHours: true,
      });
      const { entries } = await listTimeEntries(viewer, await permitOf(viewer, permitId));
      expect(entries.every(({ description }) => description !== null)).toBe(true);
    }
    const { rows } = await listCalendar(viewer, {}, day);
    const administrator = await viewerOf("admin@demo.test");
    for (const { permitId } of rows) {
      expect(await contentOf(administrator, permitId), `permit ${permitId}`).toEqual({
        hasFiles: true,
        hasReplies: true,
        hasHours: true,
      });
    }
  });

  test("the city's first permits have files of each cycle and replies of the city", async () => {
    const viewer = await viewerOf("city@demo.test");
    const { listPortalPermits } = await import("~/models/portal/portal.server");
    const { rows } = await listPortalPermits(viewer, Number(viewer.cityId), { search: "", show: 10 });
    const { reviewCycles } = await import("~/models/permits/permit");
    const { listPlanFiles } = await import("~/models/permits/plan-file.server");
    for (const { id, urban37PermitNumber, reviewCycle } of rows) {
      const cycles = new Set(
        (await listPlanFiles(viewer, await permitOf(viewer, id))).map((file) => file.reviewCycle),
      );
      expect([...cycles].sort(), urban37PermitNumber).toEqual(
        reviewCycles.slice(0, reviewCycles.indexOf(reviewCycle) + 1),
      );
      const replies = `select count(parent_id) from comments where permit_id = ${id} and is_shared and author_city_id = ${viewer.cityId}`;
      expect(app.readOne(replies), urban37PermitNumber).toBeGreaterThan(0);
    }
  });

  test("has a few permits with new plans, some of them in Oakville and a part of a resubmittal", () => {
    const waiting = app.read<{ cityId: number; word: string }>(
      `select distinct permits.id, permits.city_id as cityId, listed_plan_checks.word from plan_files
       join permits on permits.id = plan_files.permit_id join listed_plan_checks on listed_plan_checks.permit_id = permits.id
       where awaits_cycle`,
    );
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting.length).toBeLessThanOrEqual(6);
    expect(waiting.some(({ cityId }) => cityId === 3)).toBe(true);
    expect(new Set(waiting.map(({ word }) => word))).toEqual(new Set(["with_applicant", "resubmitted"]));
  });

  test("has the date of each approval in its permit, and in the statistics of its city", async () => {
    const approvals = await app.readList(
      "select count(*) from permits where approved_on is not (select date(max(at), '-8 hours') from audit_events where subject = 'permit' and subject_id = permits.id and changes ->> '$.status[1]' = 'approved')",
    );
    expect(approvals).toEqual([0]);
    expect(await app.readList("select sum(permits) from approval_counts")).toEqual(
      await app.readList("select count(*) from permits where status = 'approved'"),
    );
  });

  test("has audit events for the creation, start and completion of each assignment", () => {
    const unrecorded = (action: string, status: string, moment: string) =>
      app.readOne(
        `select count(*) from assignments where not exists (select 1 from audit_events where subject = 'permit' and subject_id = permit_id and action = 'permit.assignment-${action}' and changes ->> '$.assignment.id' = assignments.id and changes ->> '$.status[1]' = '${status}' and at = ${moment}) and ${moment} is not null`,
      );
    expect(unrecorded("created", "assigned", "created_at")).toBe(0);
    expect(unrecorded("updated", "completed", "completed_at")).toBe(0);
    expect(unrecorded("updated", "in_progress", "iif(status = 'in_progress', updated_at, null)")).toBe(0);
    expect(
      app.readOne(
        "select count(*) from assignments where completed_at < created_at or updated_at < created_at",
      ),
    ).toBe(0);
    const uploads = "select subject_id from audit_events where action = 'permit.files-added'";
    expect(app.readOne(`select count(*) from plan_files where permit_id not in (${uploads})`)).toBe(0);
  });

  test("assigns only certified employees", () => {
    expect(
      app.readOne(
        "select count(*) from assignments left join employee_disciplines using (employee_id, discipline) where employee_disciplines.discipline is null",
      ),
    ).toBe(0);
  });

  test("logs hours only of assigned employees, and at most ten per day", () => {
    expect(
      app.readOne(
        "select count(*) from time_entries left join assignments using (permit_id, employee_id, discipline, review_cycle) where assignments.id is null",
      ),
    ).toBe(0);
    expect(
      app.readOne(
        "select max(hours) from (select sum(quarter_hours) / 4.0 as hours from time_entries group by employee_id, work_date)",
      ),
    ).toBeLessThanOrEqual(10);
  });

  test("has every service type and status among the fees", () => {
    expect(app.readOne("select count(distinct service_type) from city_fees")).toBe(6);
    expect(app.readOne("select count(distinct status) from city_fees")).toBe(3);
  });

  test("replies are later than their comment, on the same permit and equally visible", () => {
    expect(
      app.readOne(
        "select count(*) from comments join comments parent on parent.id = comments.parent_id where parent.permit_id <> comments.permit_id or parent.is_shared <> comments.is_shared or parent.created_at >= comments.created_at",
      ),
    ).toBe(0);
    expect(
      app.readOne(
        "select count(*) from comments join users on users.id = author_id where role = 'city' and not is_shared",
      ),
    ).toBe(0);
  });

  test("has a file on the disk for every plan file, and no other plan files", () => {
    const keys = app.readList<string>("select file_key from plan_files");
    expect(keys.filter((key) => !existsSync(app.pathOfFile(key)))).toEqual([]);
    expect(app.readOne("select count(distinct sha256) from plan_files")).toBe(22);
    expect(app.readOne("select count(*) from files_to_remove")).toBe(0);
  });

  test("has complete plan sets in each review of a permit of Oakville that the demo reviewer reviews", () => {
    const permits = app.read<{ id: number; city_id: number; review_cycle: string; employee_id: number }>(
      `select distinct permits.id, city_id, permits.review_cycle, employee_id from permits
       join assignments on permit_id = permits.id and assignments.review_cycle = permits.review_cycle
       where employee_id = 1 and permits.id in (select permit_id from plan_files where file_name = 'Plan set.pdf')
       order by permits.id`,
    );
    expect(permits).toMatchObject([
      { city_id: 3, review_cycle: "PC3" },
      { city_id: 3, review_cycle: "PC1" },
    ]);
    const filesOf = (id = 0) =>
      app.readList(`select file_name from plan_files where permit_id = ${id} order by review_cycle`);
    expect(filesOf(permits[0]?.id)).toEqual(["Plan set.pdf", "Plan set rev 1.pdf", "Plan set rev 2.pdf"]);
    expect(filesOf(permits[1]?.id)).toEqual(["Plan set.pdf"]);
  });

  test("the next start changes nothing and preserves data entered since", async () => {
    await app.execute("update cities set manager_name = 'Another Manager' where id = 1");
    const before = readAllTables(app);
    await app.prepareDemo();
    expect(readAllTables(app)).toEqual(before);
  });

  test("has the same data in another database on the same day", async () => {
    const other = await openApp();
    await other.prepareDemo();
    expect(readAllTables(other)).toEqual(filled);
    await other.close();
  });
});

test("production rejects a database without the demo mark, and accepts the demo's", async () => {
  const production = {
    NODE_ENV: "production",
    DEMO: "1",
    ORIGIN: "http://localhost:3000",
    SESSION_SECRET: "long enough for a test and used nowhere else",
  };
  const demo = await openApp(production);
  await demo.prepareDemo();
  await demo.close();
  const again = await openApp(production, demo.folder);
  await expect(again.prepareDemo()).resolves.toBeUndefined();
  await again.close();

  const other = await openApp(production);
  await other.execute("insert into users (email, created_at, updated_at) values ('user@city.test', '', '')");
  const place = isPostgres ? "\\w+ at [\\w.:]+" : `in ${other.folder}`;
  await expect(other.prepareDemo()).rejects.toThrow(
    new RegExp(`^DEMO=1 is not allowed: the database ${place} is not a demo database$`),
  );
  expect(other.readOne("select count(*) from users")).toBe(1);
  await other.close();
});

test.each(["2020-01-01", "2024-02-29", "2026-07-05", "2026-11-20", "2027-01-02", "2031-12-31"])(
  "on %s there is work that is overdue, due today and due this week",
  (today) => {
    const people = demoPeople("2019-01-01T00:00:00.000Z", "hash");
    const permits = [...demoPermits(today, 240)];
    const { topPermits, reviews, comments, timeEntries } = demoReviews(permits, people, today);
    const assignments = reviews.map(({ row }) => row);
    const open = assignments.filter(({ status }) => status !== "completed");
    const dueDates = {
      permits: permits.filter(({ row }) => row.status === "in_process").map(({ row }) => row.dueDate),
      assignments: open.map(({ employeeDueDate }) => employeeDueDate ?? ""),
      ofTheDemoReviewer: open
        .filter(({ employeeId }) => employeeId === 1)
        .map(({ employeeDueDate }) => employeeDueDate ?? ""),
    };
    for (const dates of Object.values(dueDates)) {
      expect(dates.some((date) => date < today)).toBe(true);
      expect(dates).toContain(today);
      expect(dates.some((date) => date > today && date <= addDays(today, 7))).toBe(true);
    }
    for (const { row } of topPermits) {
      expect(comments.filter(({ permitId }) => permitId === row.id).length, row.projectName).toBeGreaterThan(
        2,
      );
      const isUnassigned = !reviews.some(({ permit }) => permit.row === row);
      const hours = timeEntries.filter(({ permitId }) => permitId === row.id);
      expect(hours.length > 0, row.projectName).toBe(!isUnassigned);
    }
    expect(comments.every(({ createdAt }) => createdAt < today)).toBe(true);
    for (const { row } of permits) {
      expect(row.permitCreationYear).toBeGreaterThanOrEqual(2020);
      expect(row.permitCreationYear).toBeLessThanOrEqual(2030);
      expect(row.dueDate > row.creationDate).toBe(true);
    }
  },
);

test.each(projectKinds)("$name has a finding in each of its disciplines", ({ name, disciplines }) => {
  const missing = disciplines.filter((discipline) => findingsFor(name, discipline).length === 0);
  expect(missing).toEqual([]);
});
