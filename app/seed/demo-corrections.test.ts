import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { CorrectionState } from "~/models/corrections/correction";
import { fitsDecision, fittingDecisions } from "~/models/corrections/decision";
import { blockersOf, effectiveDecisions } from "~/models/review-cycles/blocker";
import type { Review } from "~/models/review-cycles/plan-check";
import { outcomeOfCycle, releasedWord, reviewWord } from "~/models/review-cycles/plan-check";
import type { StoredPlanCheck } from "~/models/review-cycles/plan-check.server";
import { type App, openApp } from "~/testing/new-app";
import { correctionTexts } from "./demo-correction-texts";
import { demoDisciplines } from "./demo-disciplines";
import { demoStandardComments } from "./demo-standard-comments";

vi.mock(import("~/models/letters/letter-pdf.server"), () => import("~/testing/letter-pdf-stub"));

const day = "2026-11-20";

const useDay = () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${day}T20:00:00Z`) });
  vi.spyOn(console, "log").mockImplementation(() => undefined);
};

beforeEach(useDay);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe("the corrections of the filled demo", () => {
  let app: App;

  beforeAll(async () => {
    useDay();
    app = await openApp();
    await app.prepareDemo();
  });

  afterAll(() => app.close());

  const count = (query: string) => app.readOne<number>(`select count(*) from ${query}`);

  test("are in every city but Riverton", () => {
    expect(app.readList("select city_name from cities where not uses_corrections")).toEqual(["Riverton"]);
    const ofRiverton = "join permits on permits.id = permit_id where city_id = 1";
    expect(count(`plan_checks ${ofRiverton}`) + count(`corrections ${ofRiverton}`)).toBe(0);
    expect(count(`assignments ${ofRiverton} and decision is not null`)).toBe(0);
    expect(
      app.readOne("select count(distinct city_id) from permits join corrections on permits.id = permit_id"),
    ).toBe(5);
  });

  test("have a plan check in each cycle of a permit under review, the earlier ones closed", () => {
    const withoutOpen =
      "permits join cities on cities.id = city_id where uses_corrections and (status in ('in_process', 'resubmittal_required', 'hold') or exists (select 1 from assignments where permit_id = permits.id and is_open)) and not exists (select 1 from plan_checks where permit_id = permits.id and plan_checks.review_cycle = permits.review_cycle and state in ('in_review', 'released', 'resubmitted'))";
    expect(count(withoutOpen)).toBe(0);
    const current = "plan_checks.review_cycle = permits.review_cycle";
    expect(
      count(
        `plan_checks join permits on permits.id = permit_id where state <> case when not ${current} or status = 'approved' then 'closed' when released_at is null then 'in_review' when resubmitted_at is null then 'released' else 'resubmitted' end`,
      ),
    ).toBe(0);
    const cycles = "select sum(cast(substr(review_cycle, 3) as integer)) from permits where id in";
    expect(count("plan_checks")).toBe(app.readOne(`${cycles} (select permit_id from plan_checks)`));
    expect(count("plan_checks where state = 'closed'")).toBeGreaterThan(20);
    const wrongDays =
      "plan_checks join permits on permits.id = permit_id where received_on <> iif(plan_checks.review_cycle = 'PC1', coalesce(submission_date, creation_date), coalesce((select date(min(created_at), '-8 hours') from assignments where assignments.permit_id = permits.id and assignments.review_cycle = plan_checks.review_cycle), received_on))";
    expect(count(wrongDays)).toBe(0);
    const withoutPlanCheck = (table: string, condition: string) =>
      `${table} left join plan_checks using (permit_id, review_cycle) where plan_checks.id is null and ${condition}`;
    expect(count(withoutPlanCheck("corrections", "true"))).toBe(0);
    expect(count(withoutPlanCheck("assignments", "decision is not null"))).toBe(0);
  });

  test("have numbers that are given once, up to the counters", () => {
    expect(count("corrections")).toBeGreaterThan(500);
    expect(
      count(
        "(select permit_id, discipline, max(number) as highest from corrections group by 1, 2) numbers left join correction_numbers using (permit_id, discipline) where correction_numbers.highest is null or correction_numbers.highest < numbers.highest",
      ),
    ).toBe(0);
    const gaps =
      "(select permit_id, discipline, max(number) > count(*) as has_gap from corrections group by 1, 2) where has_gap";
    expect(count(gaps)).toBeGreaterThan(0);
    expect(
      count(
        "corrections left join assignments using (permit_id, discipline, review_cycle) where assignments.id is null or corrections.created_at < assignments.created_at or corrections.created_at > coalesce(completed_at, corrections.created_at)",
      ),
    ).toBe(0);
  });

  test("have every kind, status, verdict, reason and decision, and remarks where they are required", () => {
    const all = (column: string, table: string) =>
      app.readList(`select distinct ${column} from ${table} where ${column} is not null order by 1`);
    expect(all("kind", "corrections")).toEqual(["condition", "correction", "note"]);
    expect(all("status", "corrections")).toEqual(["open", "resolved", "withdrawn"]);
    expect(all("verdict", "back_checks")).toEqual(["not_resolved", "reopened", "resolved", "withdrawn"]);
    expect(all("new_reason", "corrections")).toEqual(["missed_earlier", "newly_shown", "revised_plans"]);
    expect(all("decision", "assignments")).toEqual([
      "approved",
      "approved_with_conditions",
      "corrections_required",
      "not_applicable",
    ]);
    expect(count("back_checks where verdict <> 'resolved' and remark is null")).toBe(0);
    expect(count("assignments where (decision_reason is null) = (decision is 'not_applicable')")).toBe(0);
    const unreasoned =
      "corrections where (new_reason is null) <> (kind <> 'correction' or review_cycle = (select min(review_cycle) from assignments where assignments.permit_id = corrections.permit_id and assignments.discipline = corrections.discipline))";
    expect(count(unreasoned)).toBe(0);
    expect(count("corrections where text like '%\\_\\_\\_\\_%' escape '\\'")).toBe(0);
    expect(count("corrections where text like '%{%' or text <> trim(text)")).toBe(0);
    expect(count("back_checks where remark like '%{%'")).toBe(0);
    expect(count("corrections where code_reference is not null and length(code_reference) > 30")).toBe(0);
  });

  test("are back-checked in a later cycle than their own, and their status follows from the last verdict", () => {
    const early =
      "back_checks join corrections on corrections.id = correction_id where back_checks.review_cycle <= corrections.review_cycle or back_checks.created_at <= corrections.created_at";
    expect(count(early)).toBe(0);
    const wrongStatus =
      "corrections where status <> coalesce((select case verdict when 'resolved' then 'resolved' when 'withdrawn' then 'withdrawn' else 'open' end from back_checks where correction_id = corrections.id order by id desc limit 1), 'open')";
    expect(count(wrongStatus)).toBe(0);
  });

  type PermitRow = {
    id: number;
    reviewCycle: Review["reviewCycle"];
    status: string;
    cityId: number;
    number: string;
  };
  const permitRows = () =>
    app.read<PermitRow>(
      "select permits.id, review_cycle as reviewCycle, permits.status, city_id as cityId, urban37_permit_number as number from permits join cities on cities.id = city_id where uses_corrections and exists (select 1 from plan_checks where permit_id = permits.id)",
    );
  const reviewsOf = ({ id }: PermitRow) =>
    app.read<Review>(
      `select id, discipline, review_cycle as reviewCycle, status, decision from assignments where permit_id = ${id}`,
    );
  const correctionsOf = ({ id, reviewCycle }: PermitRow) =>
    app
      .read<CorrectionState>(
        `select *, review_cycle as reviewCycle, (select review_cycle from letters where id = first_letter_id) as issuedIn, exists (select 1 from back_checks where correction_id = corrections.id and review_cycle = '${reviewCycle}') as isBackChecked, new_reason as newReason from corrections where permit_id = ${id}`,
      )
      .map((row) => ({ ...row, isBackChecked: Boolean(row.isBackChecked) }));

  test("fit the decisions: each of the current cycle, with all back-checks, and each of an earlier one", () => {
    expect(count("assignments where decision is not null and status <> 'completed'")).toBe(0);
    expect(
      count(
        "assignments where (decision is null) <> (decided_at is null) or (decision is null) <> (decided_by_id is null)",
      ),
    ).toBe(0);
    for (const permit of permitRows()) {
      const corrections = correctionsOf(permit);
      for (const { discipline, reviewCycle, decision } of reviewsOf(permit)) {
        if (!decision) continue;
        const own = corrections.filter((correction) => correction.discipline === discipline);
        const where = `${permit.number} ${discipline} ${reviewCycle} ${decision}`;
        if (reviewCycle === permit.reviewCycle)
          expect(fitsDecision(decision, own, reviewCycle), where).toBe(true);
        else expect(fittingDecisions(asOf(own, reviewCycle)), where).toContain(decision);
      }
    }
  });

  /** The corrections as they were at the end of a cycle. */
  const asOf = (corrections: CorrectionState[], cycle: string) =>
    corrections
      .filter(({ reviewCycle }) => reviewCycle <= cycle)
      .map((correction) => ({
        ...correction,
        status: app.readOne<CorrectionState["status"]>(
          `select coalesce((select case verdict when 'resolved' then 'resolved' when 'withdrawn' then 'withdrawn' else 'open' end from back_checks where correction_id = ${(correction as unknown as { id: number }).id} and review_cycle <= '${cycle}' order by id desc limit 1), 'open')`,
        ),
      }));

  const cyclesOf = (table: string, { id }: PermitRow) =>
    app.readList<Review["reviewCycle"]>(`select review_cycle from ${table} where permit_id = ${id}`);

  /** The words for the current plan checks of Oakville, each with the numbers of its permits. */
  function words() {
    const byWord: Record<string, string[]> = {};
    for (const permit of permitRows().filter(({ cityId }) => cityId === 3)) {
      const [planCheck] = app.read<StoredPlanCheck>(
        `select state, outcome, handed_over_on as handedOverOn from plan_checks where permit_id = ${permit.id} and review_cycle = '${permit.reviewCycle}'`,
      );
      const reviews = reviewsOf(permit);
      const cycle = {
        reviewCycle: permit.reviewCycle,
        requiredDisciplines: demoDisciplines.filter((discipline) =>
          count(`permit_disciplines where permit_id = ${permit.id} and discipline = '${discipline}'`),
        ),
        reviews,
        cyclesWithPlanCheck: cyclesOf("plan_checks", permit),
        cyclesWithLetter: cyclesOf("letters", permit),
      };
      const blockers = blockersOf(cycle, correctionsOf(permit), "approved");
      const hasAssignment = reviews.some(({ reviewCycle }) => reviewCycle === permit.reviewCycle);
      const word =
        planCheck?.state === "in_review"
          ? reviewWord({ hasAssignment, blockers })
          : releasedWord(planCheck as StoredPlanCheck);
      const outcome = word === "ready" ? ` ${outcomeOfCycle(effectiveDecisions(cycle))}` : "";
      byWord[word] = [...(byWord[word] ?? []), `${permit.number}${outcome}`];
    }
    return byWord;
  }

  test("have permits of Oakville in every state", () => {
    const byWord = words();
    for (const word of ["not_started", "in_review", "with_city", "with_applicant", "resubmitted", "approved"])
      expect(byWord[word]?.length, word).toBeGreaterThan(0);
    expect(byWord.with_applicant).toContain("OAK-26-036");
    expect(byWord.ready).toContain("OAK-26-028 corrections_required");
  });

  test("are on the first permits of the administrator and of the reviewer, who has some to back-check", async () => {
    const newest = app.readOne<number>("select max(id) from permits");
    expect(count(`corrections where permit_id = ${newest}`)).toBeGreaterThan(5);
    const { viewerIn } = await import("~/testing/new-app");
    const viewer = await viewerIn(app, "reviewer@demo.test");
    const { listDashboardAssignments } = await import("~/models/dashboard/work-list.server");
    const [first] = (
      await listDashboardAssignments(viewer, { employeeId: Number(viewer.employeeId) }, "2026-11-20")
    ).rows;
    const own = `corrections where permit_id = ${first?.permitId} and discipline = '${first?.discipline}'`;
    const issued = "first_letter_id is not null";
    expect(count(`${own} and review_cycle = 'PC1' and status = 'open' and ${issued}`)).toBeGreaterThan(2);
    expect(count(`${own} and review_cycle = 'PC2' and not ${issued}`)).toBeGreaterThan(1);
    const checked = `back_checks join corrections on corrections.id = correction_id where permit_id = ${first?.permitId} and discipline = '${first?.discipline}' and verdict`;
    expect(count(`${checked} = 'resolved'`)).toBeGreaterThan(0);
    expect(count(`${checked} = 'not_resolved'`)).toBeGreaterThan(0);
  });

  test("have the decisions in the history", () => {
    const unrecorded =
      "assignments where decision is not null and not exists (select 1 from audit_events where subject = 'permit' and subject_id = permit_id and action = 'permit.assignment-updated' and changes ->> '$.assignment.id' = assignments.id and changes ->> '$.decision[1]' = decision and at = decided_at and actor_id = decided_by_id)";
    expect(count(unrecorded)).toBe(0);
    expect(
      count(
        "audit_events where action = 'permit.assignment-created' and changes ->> '$.decision' is not null",
      ),
    ).toBe(0);
  });

  test("count the uses of 24 standard comments, some of one city", () => {
    expect(count("standard_comments")).toBe(24);
    expect(count("standard_comments where city_id is not null")).toBe(3);
    const uses = app.readList<number>("select distinct uses from standard_comments");
    expect(uses.length).toBeGreaterThan(4);
    expect(
      count(
        "standard_comments where uses <> (select count(*) from corrections where standard_comment_id = standard_comments.id)",
      ),
    ).toBe(0);
    expect(
      count(
        "corrections join standard_comments comment on comment.id = standard_comment_id join permits on permits.id = permit_id where comment.discipline <> corrections.discipline or comment.city_id <> permits.city_id",
      ),
    ).toBe(0);
  });
});

test.each(demoDisciplines)(
  "%s has at least ten texts of corrections, and three standard comments",
  (discipline) => {
    const texts = correctionTexts[discipline];
    expect(texts.filter(({ kind }) => kind === "correction").length).toBeGreaterThanOrEqual(10);
    expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length);
    expect(texts.every(({ text }) => text.length <= 400)).toBe(true);
    expect(demoStandardComments[discipline].length).toBe(3);
  },
);
