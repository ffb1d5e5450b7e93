import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { CorrectionState } from "~/models/corrections/correction";
import {
  countsOf as countsInLetter,
  type LetterContent,
  type LetterDiscipline,
} from "~/models/letters/letter";
import type { ReviewCycle } from "~/models/permits/permit";
import { blockersOf } from "~/models/review-cycles/blocker";
import type { Review } from "~/models/review-cycles/plan-check";
import { type App, openApp, readAllTables, tableNames, viewerIn } from "~/testing/new-app";
import type { DemoDiscipline } from "./demo-disciplines";

const day = "2026-11-21";
const total = 3_000;

/** Fills a new database. The clock shows another day than the one for which it is filled. */
async function fillNew(permits: number, now = "2031-05-05T20:00:00Z"): Promise<App> {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  const app = await openApp();
  await app.seedVolume(permits, day, () => undefined);
  vi.useRealTimers();
  return app;
}

const countRows = ({ readOne }: App, table: string) => readOne<number>(`select count(*) from ${table}`);

/** The counts of the tables for `permits` permits. */
const expectedCounts = (permits: number) => ({
  permits,
  assignments: Math.round(permits * 1.9),
  time_entries: Math.round(permits * 0.9),
  comments: permits,
  audit_events: permits * 3,
  plan_files: Math.round(permits * 0.5),
  city_fees: Math.round(permits * 0.3),
});

const countsOf = (app: App) =>
  Object.fromEntries(Object.keys(expectedCounts(1)).map((table) => [table, countRows(app, table)]));

describe("3,000 permits", () => {
  let app: App;

  beforeAll(async () => {
    app = await fillNew(total);
  });

  afterAll(() => app.close());

  test("have the stated number of everything", () => {
    expect(countsOf(app)).toEqual(expectedCounts(total));
  });

  test("are of 300 cities, the largest with 12 % and the smallest with 5", () => {
    const sizes = app.readList<number>("select count(*) from permits group by city_id order by 1 desc");
    expect(sizes.length).toBe(300);
    expect(countRows(app, "cities")).toBe(300);
    expect(sizes[0]).toBe(total * 0.12);
    expect(sizes.at(-1)).toBe(5);
    expect(app.readOne("select count(distinct city_id) from users where role = 'city'")).toBe(300);
  });

  test("are reviewed by 400 certified reviewers, the busiest tenth with half of the work", () => {
    expect(app.readOne("select count(distinct employee_id) from employee_disciplines")).toBe(400);
    const work = app.readList<number>(
      "select count(*) from assignments group by employee_id order by 1 desc",
    );
    const ofBusiest = work.slice(0, 40).reduce((sum, count) => sum + count, 0);
    expect(ofBusiest / countRows(app, "assignments")).toBeCloseTo(0.5, 1);
    expect(ofBusiest).toBeGreaterThanOrEqual(countRows(app, "assignments") / 2);
    const uncertified =
      "select count(*) from assignments left join employee_disciplines using (employee_id, discipline) where employee_disciplines.discipline is null";
    expect(app.readOne(uncertified)).toBe(0);
  });

  test("have 3 % of the assignments not completed, all on the newest permits or on hold", () => {
    expect(app.readOne("select count(*) from assignments where status <> 'completed'")).toBe(
      Math.round(countRows(app, "assignments") * 0.03),
    );
    const open = app.read<{ status: string; oldest: number; reviews: number }>(
      "select permits.status, min(permits.id) as oldest, count(*) as reviews from assignments join permits on permits.id = permit_id where assignments.status <> 'completed' group by 1 order by 1",
    );
    expect(open.map(({ status }) => status)).toEqual(["hold", "in_process"]);
    expect(open[1]?.oldest).toBeGreaterThan(total * 0.97);
    expect(open[0]?.reviews).toBeGreaterThan(20);
    expect(
      app.readOne(
        "select count(*) from assignments join permits on permits.id = permit_id where assignments.status <> 'completed' and assignments.review_cycle <> permits.review_cycle",
      ),
    ).toBe(0);
  });

  test("are mostly approved, and a few have each other status", () => {
    const shares = new Map(
      app
        .read<{ status: string; share: number }>(
          `select status, count(*) / ${total}.0 as share from permits group by 1`,
        )
        .map(({ status, share }) => [status, share]),
    );
    expect(shares.get("approved")).toBeGreaterThan(0.8);
    for (const status of ["in_process", "resubmittal_required", "hold", "cancelled"]) {
      expect(shares.get(status), status).toBeGreaterThan(0.01);
      expect(shares.get(status), status).toBeLessThan(0.06);
    }
  });

  test("were created in the eight years before the day, in the order of their ids", () => {
    const created = app.readList<string>("select creation_date from permits order by id");
    expect(created[0]).toBe("2018-11-21");
    expect(created.at(-1)).toBe("2026-11-20");
    expect(created).toEqual([...created].sort());
    const years = "select distinct permit_creation_year from permits where creation_date < '2020' order by 1";
    expect(app.readList(years)).toEqual([2020]);
    expect(
      app.readOne(
        "select count(*) from permits where creation_date >= '2020' and revision_number is null and permit_creation_year <> substr(creation_date, 1, 4)",
      ),
    ).toBe(0);
  });

  test("have no event in the future and none before their creation", () => {
    const moments = [
      "select at as moment, subject_id as permit_id from audit_events where subject = 'permit'",
      "select at, permit_id from audit_events join letters on letters.id = subject_id where subject = 'letter'",
      "select at, permit_id from audit_events join plan_checks on plan_checks.id = subject_id where subject = 'plan-check'",
      "select updated_at, permit_id from plan_checks",
      "select resubmitted_at, permit_id from plan_checks where resubmitted_at is not null",
      "select correction_answers.updated_at, permit_id from correction_answers join corrections on corrections.id = correction_id",
      "select correction_answers.created_at, permit_id from correction_answers join corrections on corrections.id = correction_id",
      "select created_at, permit_id from status_links",
      "select created_at, permit_id from comments",
      "select created_at, permit_id from time_entries",
      "select uploaded_at, permit_id from plan_files",
      "select updated_at, permit_id from assignments",
      "select completed_at, permit_id from assignments where completed_at is not null",
      "select updated_at, id from permits",
    ].join(" union all ");
    const outside = `select count(*) from (${moments}) events join permits on permits.id = permit_id where moment < permits.created_at or moment >= '${day}'`;
    expect(app.readOne(outside)).toBe(0);
  });

  test("have assignments in the current cycle and in earlier ones, most with a due date", () => {
    const current = app.readOne<number>(
      "select count(*) from assignments join permits using (review_cycle) where permits.id = permit_id",
    );
    expect(current).toBeGreaterThan(total);
    expect(current).toBeLessThan(total * 1.8);
    const later =
      "select count(*) from assignments join permits on permits.id = permit_id where cast(substr(assignments.review_cycle, 3) as integer) > cast(substr(permits.review_cycle, 3) as integer)";
    expect(app.readOne(later)).toBe(0);
    const undated = app.readOne<number>("select count(*) from assignments where employee_due_date is null");
    expect(undated / countRows(app, "assignments")).toBeCloseTo(0.05, 1);
    expect(
      app.readOne(
        "select count(*) from assignments where (status = 'completed') <> (completed_at is not null)",
      ),
    ).toBe(0);
  });

  test("have about two corrections each, of 250 characters on average, of all kinds and statuses", () => {
    const corrections = countRows(app, "corrections");
    expect(corrections).toBeGreaterThan(total * 1.9);
    expect(corrections).toBeLessThan(total * 2.1);
    const length = app.readOne<number>("select avg(length(text)) from corrections");
    expect(Math.abs(length - 250)).toBeLessThan(15);
    for (const status of ["open", "resolved", "withdrawn"]) {
      const share = countRows(app, `corrections where status = '${status}'`) / corrections;
      expect(share, status).toBeGreaterThan(0.01);
    }
    for (const kind of ["correction", "condition", "note"])
      expect(countRows(app, `corrections where kind = '${kind}'`), kind).toBeGreaterThan(total / 10);
    expect(countRows(app, "corrections where new_reason is not null")).toBeGreaterThan(0);
    const closed = "corrections where kind <> 'correction' and status <> 'open'";
    expect(countRows(app, closed)).toBe(0);
    const most = "select count(*) from corrections group by permit_id order by 1 desc limit 1";
    expect(app.readOne(most)).toBeGreaterThanOrEqual(120);
  });

  test("have a plan check in each cycle, but for those of the last city", () => {
    expect(app.readList("select id from cities where not uses_corrections")).toEqual([300]);
    const cycles = "select sum(cast(substr(review_cycle, 3) as integer)) from permits where city_id <> 300";
    expect(countRows(app, "plan_checks")).toBe(app.readOne(cycles));
    const isCurrent = "plan_checks.review_cycle = permits.review_cycle";
    const wrong = `plan_checks join permits on permits.id = permit_id where state <> case when not ${isCurrent} then 'closed' when status in ('in_process', 'hold') then 'in_review' when status = 'resubmittal_required' then iif(resubmitted_at is null, 'released', 'resubmitted') else 'closed' end or city_id = 300`;
    expect(countRows(app, wrong)).toBe(0);
    expect(countRows(app, "plan_checks where state = 'in_review'")).toBeGreaterThan(total / 50);
    const unchecked = (table: string) =>
      `${table} left join plan_checks using (permit_id, review_cycle) where plan_checks.id is null`;
    expect(countRows(app, unchecked("corrections"))).toBe(0);
    expect(countRows(app, `${unchecked("assignments")} and decision is not null`)).toBe(0);
  });

  test("have numbers up to the counters, and back-checks in later cycles with the status that they leave", () => {
    const counted =
      "select permit_id, discipline, max(number) as highest from corrections group by 1, 2 order by 1, 2";
    expect(app.read("select * from correction_numbers order by 1, 2")).toEqual(app.read(counted));
    expect(countRows(app, "back_checks")).toBeGreaterThan(total / 2);
    const joined = "back_checks join corrections on corrections.id = correction_id";
    expect(countRows(app, `${joined} where back_checks.review_cycle <= corrections.review_cycle`)).toBe(0);
    const wrongStatus =
      "corrections where status <> coalesce((select iif(verdict = 'not_resolved', 'open', verdict) from back_checks where correction_id = corrections.id order by id desc limit 1), 'open')";
    expect(countRows(app, wrongStatus)).toBe(0);
    expect(countRows(app, "back_checks where verdict <> 'resolved' and remark is null")).toBe(0);
  });

  test("have letters for the reviewed cycles of the newest permits and of those under review", () => {
    const ofPermit = "join permits on permits.id = permit_id";
    const isOver =
      "plan_checks.review_cycle <> permits.review_cycle or status in ('approved', 'resubmittal_required')";
    const isReviewed =
      "exists (select 1 from assignments where permit_id = permits.id and assignments.review_cycle = plan_checks.review_cycle)";
    const hasLetters = `permits.id > ${total * 0.75} or status in ('in_process', 'resubmittal_required', 'hold')`;
    const released = `select plan_checks.id from plan_checks ${ofPermit} where (${isOver}) and ${isReviewed} and (${hasLetters}) order by 1`;
    expect(app.readList("select plan_check_id from letters order by 1")).toEqual(app.readList(released));
    expect(countRows(app, "letters")).toBeGreaterThan(total / 5);
    const unlike =
      "plan_checks left join letters on plan_check_id = plan_checks.id where plan_checks.outcome is not letters.outcome or released_at is not letters.created_at or is_received_on_set <> (letters.id is not null) or handed_over_on < issued_on or issued_on < received_on";
    expect(countRows(app, unlike)).toBe(0);
    const current = `plan_checks ${ofPermit} where plan_checks.review_cycle = permits.review_cycle and state in ('released', 'resubmitted')`;
    const handedOver = countRows(app, `${current} and handed_over_on is not null`);
    expect(handedOver).toBeGreaterThan(countRows(app, current) * 0.7);
    expect(handedOver).toBeLessThan(countRows(app, current));
  });

  test("have letters that say what was decided, and what was open then", () => {
    type Letter = { id: number; number: string; outcome: string; issuedOn: string; content: string };
    const letters = app.read<Letter>(
      "select id, number, outcome, issued_on as issuedOn, content from letters order by id",
    );
    const outcomes = new Set<string>();
    for (const { id, number, outcome, issuedOn, content } of letters) {
      const said = JSON.parse(content) as LetterContent;
      expect(said, number).toMatchObject({ number, outcome, issuedOn });
      const { open, conditions } = countsInLetter(said);
      expect(open > 0, number).toBe(outcome === "corrections_required");
      if (open === 0) expect(conditions > 0, number).toBe(outcome === "approved_with_conditions");
      const written = app.readList<number>(`select id from corrections where first_letter_id = ${id}`);
      const itemsOf = ({ added, conditions, notes }: LetterDiscipline) => [...added, ...conditions, ...notes];
      const listed = said.disciplines.flatMap((row) => itemsOf(row).map((item) => item.id));
      expect(
        written.filter((correction) => !listed.includes(correction)),
        number,
      ).toEqual([]);
      outcomes.add(outcome);
    }
    expect(outcomes.size).toBe(4);
    const average = app.readOne<number>("select avg(length(content)) from letters");
    expect(average).toBeGreaterThan(1_000);
    expect(average).toBeLessThan(3_000);
    const drafts =
      "corrections join plan_checks using (permit_id, review_cycle) where (first_letter_id is null) <> (released_at is null)";
    expect(countRows(app, drafts)).toBe(0);
    const keys = app.readList<string>("select file_key from letters");
    expect(keys.filter((key) => !existsSync(app.pathOfFile(key)))).toEqual([]);
    const unnamed =
      "audit_events left join letters on letters.id = subject_id and changes ->> '$.number' = number where action = 'letter.released' and letters.id is null";
    expect(countRows(app, unnamed)).toBe(0);
    expect(countRows(app, "audit_events where action = 'letter.released'")).toBeGreaterThan(total / 20);
  });

  test("have answers to the letters that were followed by plans, and a status link of each permit that has one", () => {
    const sent = "plan_checks where resubmitted_at is not null";
    const isUnanswered =
      "not exists (select 1 from correction_answers join corrections on corrections.id = correction_id where permit_id = plan_checks.permit_id and correction_answers.review_cycle = plan_checks.review_cycle and sent_at = resubmitted_at and via = resubmitted_via)";
    expect(countRows(app, `${sent} and (${isUnanswered} or outcome <> 'corrections_required')`)).toBe(0);
    expect(countRows(app, `${sent} and date(resubmitted_at, '-8 hours') < handed_over_on`)).toBe(0);
    for (const via of ["city", "link"])
      expect(countRows(app, `${sent} and resubmitted_via = '${via}'`), via).toBeGreaterThan(20);
    const waiting = countRows(app, "plan_checks where state = 'resubmitted'");
    expect(waiting).toBeGreaterThan(10);
    expect(waiting).toBeLessThan(countRows(app, "plan_checks where state = 'released'"));
    expect(countRows(app, "listed_plan_checks where word = 'resubmitted'")).toBe(waiting);
    const answers = countRows(app, "correction_answers");
    expect(countRows(app, "correction_answers where sheet is not null")).toBeGreaterThan(answers * 0.7);
    expect(countRows(app, "correction_answers where sent_at is null")).toBe(0);
    const handedOver =
      "select distinct permit_id from plan_checks where handed_over_on is not null order by 1";
    expect(app.readList("select permit_id from status_links order by 1")).toEqual(app.readList(handedOver));
    expect(countRows(app, "status_links where last_used_on is not null")).toBeGreaterThan(10);
  });

  test("have no blocker at the release, in the current cycle", () => {
    const released = app.read<{ id: number; reviewCycle: ReviewCycle }>(
      "select permits.id, permits.review_cycle as reviewCycle from permits join letters on permit_id = permits.id and letters.review_cycle = permits.review_cycle",
    );
    for (const { id, reviewCycle } of released) {
      const cyclesOf = (table: string) =>
        app.readList<ReviewCycle>(`select review_cycle from ${table} where permit_id = ${id}`);
      const permit = {
        reviewCycle,
        requiredDisciplines: app.readList<DemoDiscipline>(
          `select discipline from permit_disciplines where permit_id = ${id}`,
        ),
        reviews: app.read<Review>(
          `select id, discipline, review_cycle as reviewCycle, status, decision from assignments where permit_id = ${id}`,
        ),
        cyclesWithPlanCheck: cyclesOf("plan_checks"),
        cyclesWithLetter: cyclesOf("letters").filter((cycle) => cycle !== reviewCycle),
      };
      const corrections = app.read<CorrectionState>(
        `select discipline, number, kind, corrections.status, corrections.review_cycle as reviewCycle, nullif(corrections.review_cycle, '${reviewCycle}') as issuedIn, false as isBackChecked, new_reason as newReason from corrections where permit_id = ${id}`,
      );
      expect(blockersOf(permit, corrections, "approved"), `permit ${id}`).toEqual([]);
    }
    expect(released.length).toBeGreaterThan(total / 8);
  });

  test("have decisions that fit what is open", () => {
    const decided = (reviews: string) =>
      countRows(app, `assignments join permits on permits.id = permit_id where ${reviews}`);
    expect(decided("assignments.status <> 'completed' and decision is not null")).toBe(0);
    const open =
      "from corrections where corrections.permit_id = assignments.permit_id and corrections.discipline = assignments.discipline and corrections.status = 'open' and corrections.review_cycle <= assignments.review_cycle and kind =";
    const fitting = `iif(exists (select 1 ${open} 'correction'), 'corrections_required', iif(exists (select 1 ${open} 'condition'), 'approved_with_conditions', 'approved'))`;
    const current = "decision is not null and assignments.review_cycle = permits.review_cycle";
    expect(decided(current)).toBeGreaterThan(total);
    expect(decided(`${current} and replace(decision, 'not_applicable', 'approved') <> ${fitting}`)).toBe(0);
    expect(decided("permits.status = 'approved' and decision is null and city_id <> 300")).toBe(0);
    for (const decision of ["approved", "approved_with_conditions", "corrections_required", "not_applicable"])
      expect(decided(`decision = '${decision}'`), decision).toBeGreaterThan(10);
  });

  test("have full reviews: 20 open corrections of a busy reviewer, and five files", () => {
    const full = app.read<{ permit: number; employee: number }>(
      "select permit_id as permit, employee_id as employee from corrections join assignments using (permit_id, discipline, review_cycle) where is_open and corrections.status = 'open' group by assignments.id having count(*) >= 20",
    );
    expect(full.length).toBeGreaterThan(10);
    expect(full.every(({ employee }) => employee <= 40)).toBe(true);
    for (const { permit } of full) expect(countRows(app, `plan_files where permit_id = ${permit}`)).toBe(5);
  });

  test("use the standard comments, some of them more often", () => {
    expect(countRows(app, "standard_comments")).toBe(320);
    expect(countRows(app, "corrections where standard_comment_id is not null")).toBeGreaterThan(total / 4);
    const recount =
      "standard_comments where uses <> (select count(*) from corrections where standard_comment_id = standard_comments.id)";
    expect(countRows(app, recount)).toBe(0);
    expect(countRows(app, "standard_comments where uses = 0")).toBeGreaterThan(0);
    const ofOthers =
      "corrections join standard_comments comment on comment.id = standard_comment_id join permits on permits.id = permit_id where comment.discipline <> corrections.discipline or comment.city_id <> permits.city_id";
    expect(countRows(app, ofOthers)).toBe(0);
  });

  test("have hours only of assigned reviewers who began to work", () => {
    const unassigned =
      "select count(*) from time_entries left join assignments using (permit_id, employee_id, discipline, review_cycle) where assignments.id is null or assignments.status = 'assigned'";
    expect(app.readOne(unassigned)).toBe(0);
  });

  test("have a busiest one with 500 comments, and threads as the application accepts them", () => {
    const counts = app.readList<number>("select count(*) from comments group by permit_id order by 1 desc");
    expect(counts[0]).toBe(500);
    expect(counts[1]).toBeLessThan(50);
    const wrongReplies =
      "select count(*) from comments join comments parent on parent.id = comments.parent_id where parent.parent_id is not null or parent.permit_id <> comments.permit_id or parent.is_shared <> comments.is_shared or parent.created_at >= comments.created_at";
    expect(app.readOne(wrongReplies)).toBe(0);
    const wrongCities =
      "select count(*) from comments join users on users.id = author_id join permits on permits.id = permit_id where role = 'city' and (not is_shared or users.city_id <> permits.city_id or author_city_id is not users.city_id)";
    expect(app.readOne(wrongCities)).toBe(0);
    for (const part of [
      "parent_id is not null",
      "is_shared",
      "author_city_id is not null",
      "discipline is null",
    ]) {
      expect(app.readOne(`select count(*) from comments where ${part}`), part).toBeGreaterThan(total / 10);
    }
  });

  test("have a file each, of 50 contents", () => {
    const keys = app.readList<string>("select file_key from plan_files");
    expect(keys.filter((key) => !existsSync(app.pathOfFile(key)))).toEqual([]);
    expect(app.readOne("select count(distinct sha256) from plan_files")).toBe(50);
    const uploads = "select subject_id from audit_events where action = 'permit.files-added'";
    expect(app.readOne(`select count(*) from plan_files where permit_id in (${uploads})`)).toBeGreaterThan(0);
  });

  test("have a history that the application can read, with the change to approved", async () => {
    const viewer = await viewerOf("admin@demo.test");
    const { permitHistory } = await import("~/models/permits/permit-history.server");
    const longest = app.readOne<number>(
      "select subject_id from audit_events where subject = 'permit' group by 1 order by count(distinct action) desc, count(*) desc",
    );
    const { readPermit } = await import("~/models/permits/permit-scope.server");
    const texts = (await permitHistory(viewer, await readPermit(viewer, longest))).map(({ text }) => text);
    for (const words of ["Created", "Files added: ", " assigned to ", " decided: "]) {
      expect(
        texts.some((text) => text.includes(words)),
        `${words} in ${texts.join("; ")}`,
      ).toBe(true);
    }
    const unapproved =
      "select count(*) from permits where status = 'approved' and not exists (select 1 from audit_events where subject = 'permit' and subject_id = permits.id and action = 'permit.updated' and changes -> 'status' ->> 1 = 'approved')";
    expect(app.readOne(unapproved)).toBe(0);
  });

  test("give their city an average number of days to approval", async () => {
    const { cityStatistics } = await import("~/models/cities/city-list.server");
    const { daysToApproval } = await cityStatistics(await viewerOf("admin@demo.test"), 1);
    const { dayOf } = await import("~/models/clock.server");
    const { daysBetween } = await import("~/models/calendar-date");
    const approvals = app.read<{ created: string; at: string }>(
      "select creation_date as created, max(at) as at from permits join audit_events on subject_id = permits.id and subject = 'permit' where city_id = 1 and status = 'approved' and changes -> 'status' ->> 1 = 'approved' group by permits.id",
    );
    const days = approvals.map(({ created, at }) => daysBetween(created, dayOf(at)));
    expect(daysToApproval).toBeCloseTo(days.reduce((sum, count) => sum + count, 0) / days.length);
  });

  test("have accounts to sign in with: the city's is of the largest city, the reviewer is one of the busiest", async () => {
    const { accounts } = await import("./demo-data");
    const { passwordMatches } = await import("~/models/accounts/password.server");
    for (const { email } of accounts) {
      const hash = app.readOne<string>(`select password_hash from users where email = '${email}'`);
      expect(await passwordMatches("redline-demo", hash), email).toBe(true);
    }
    const largest = "select city_id from permits group by 1 order by count(*) desc limit 1";
    expect(app.readOne(`select email from users where city_id = (${largest}) order by id`)).toBe(
      "city@demo.test",
    );
    const busiest = app.readList(
      "select email from assignments join employees on employees.id = employee_id join users on users.id = user_id group by email order by count(*) desc limit 40",
    );
    expect(busiest).toContain("reviewer@demo.test");
    expect(app.writer.pragma("application_id", { simple: true })).toBe(0x52444d4f);
  });

  test("leave no row without its parent", () => {
    expect(app.writer.pragma("foreign_key_check")).toEqual([]);
  });

  test("have the same counts as a recount", () => {
    expect(
      app.read("select city_id, status, permits from permit_counts where permits > 0 order by 1, 2"),
    ).toEqual(
      app.read("select city_id, status, count(*) as permits from permits group by 1, 2 order by 1, 2"),
    );
    expect(app.read("select * from permit_number_counters order by 1, 2")).toEqual(
      app.read(
        "select city_id, permit_creation_year as year, max(cast(substr(urban37_permit_number, 8) as integer)) as highest from permits group by 1, 2 order by 1, 2",
      ),
    );
  });

  test("can all be found", () => {
    for (const search of ["permit_search", "city_permit_search"]) {
      app.writer.exec(`insert into ${search} (${search}, rank) values ('integrity-check', 1)`);
      expect(
        app.readOne(`select count(*) from ${search} where ${search} match 'OAK'`),
      ).toBeGreaterThanOrEqual(total * 0.12);
    }
    const issued = "corrections where first_letter_id is not null";
    expect(app.readOne("select count(*) from correction_search where correction_search match 'the'")).toBe(
      app.readOne("select count(*) from corrections where fold_for_search(text) like '%  the  %'"),
    );
    expect(app.readOne("select count(*) from issued_correction_search")).toBe(
      app.readOne(`select count(*) from ${issued}`),
    );
  });

  const viewerOf = (email: string) => viewerIn(app, email);
});

test("the schema and the rows that triggers maintain are as if the rows were inserted one by one", async () => {
  const filled = await fillNew(240);
  const schema = "select type, name, sql from sqlite_master where name not glob 'sqlite_*' order by 1, 2";
  const [expectedSchema, expectedRows] = [filled.read(schema), readAllTables(filled)];
  await filled.close();

  const copy = await openApp();
  expect(expectedSchema).toEqual(copy.read(schema));
  copy.writer.exec(`attach '${filled.folder}/redline.db' as filled`);
  copy.writer.pragma("foreign_keys = off");
  const copied = tableNames(copy).filter((name) => !isMaintained(copy, name));
  expect(copied).toContain("permits");
  for (const name of copied) copy.writer.exec(`insert into ${name} select * from filled.${name}`);
  // The end of a write lists the plan checks of all these permits again.
  const { write } = await import("~/platform/db/db.server");
  await write(async () => undefined);
  expect(readAllTables(copy)).toEqual(expectedRows);
  await copy.close();
});

/** Whether a trigger inserts the rows of a table. */
const isMaintained = ({ readOne }: App, table: string) =>
  readOne<number>(
    `select count(*) from sqlite_master where type = 'trigger' and sql like '%INSERT INTO \`${table}\`%'`,
  ) > 0;

test("the same number and day give the same rows, whenever they are created", async () => {
  const rows = [];
  for (const now of ["2026-11-21T20:00:00Z", "2029-02-03T04:05:06Z"]) {
    const app = await fillNew(500, now);
    rows.push(readAllTables(app));
    await app.close();
  }
  expect(rows[0]).toEqual(rows[1]);
});

test.each([1, 10, 99, 240])("%i permits have all that belongs to them", async (permits) => {
  const app = await fillNew(permits);
  expect(countsOf(app)).toEqual(expectedCounts(permits));
  expect(countRows(app, "cities")).toBe(Math.max(1, Math.floor(permits / 10)));
  expect(
    app.readOne("select max(comments) from (select count(*) as comments from comments group by permit_id)"),
  ).toBe(Math.ceil(permits / 2));
  expect(app.writer.pragma("foreign_key_check")).toEqual([]);
  await app.close();
});

test("a database with users is refused", async () => {
  const app = await openApp();
  app.writer.exec("insert into users (email, created_at, updated_at) values ('user@city.test', '', '')");
  await expect(app.seedVolume(1, day, () => undefined)).rejects.toThrow(
    `The database in ${app.folder} already has users`,
  );
  expect(countRows(app, "permits")).toBe(0);
  await app.close();
});
