import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type CorrectionState, numberOf } from "~/models/corrections/correction";
import { type Decision, fitsDecision } from "~/models/corrections/decision";
import { countsOf, type LetterContent, openItemsOf } from "~/models/letters/letter";
import type { ReviewCycle } from "~/models/permits/permit";
import { blockersOf } from "~/models/review-cycles/blocker";
import { outcomeOfCycle, type Review } from "~/models/review-cycles/plan-check";
import { type App, openApp, viewerIn } from "~/testing/new-app";
import { demoCorrections } from "./demo-corrections";
import type { DemoDiscipline } from "./demo-disciplines";
import { demoLetters } from "./demo-letters";
import { demoPeople } from "./demo-people";
import { demoPermits, readyPermit, reissuedPermit } from "./demo-permits";
import { demoReviews } from "./demo-reviews";

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

type LetterRow = {
  id: number;
  permitId: number;
  planCheckId: number;
  cycle: ReviewCycle;
  issue: number;
  number: string;
  kind: string;
  outcome: Decision;
  issuedOn: string;
  fileKey: string;
  sha256: string;
  byteSize: number;
  supersededById: number | null;
  createdAt: string;
  content: string;
};

describe("the letters of the filled demo", () => {
  let app: App;
  let letters: (Omit<LetterRow, "content"> & { content: LetterContent })[];

  beforeAll(async () => {
    useDay();
    app = await openApp();
    await app.prepareDemo();
    letters = app
      .read<LetterRow>(
        "select id, permit_id as permitId, plan_check_id as planCheckId, review_cycle as cycle, issue, number, kind, outcome, issued_on as issuedOn, file_key as fileKey, sha256, byte_size as byteSize, superseded_by_id as supersededById, created_at as createdAt, content from letters order by id",
      )
      .map((row) => ({ ...row, content: JSON.parse(row.content) }));
  });

  afterAll(() => app.close());

  const count = (query: string) => app.readOne<number>(`select count(*) from ${query}`);

  test("are of every earlier cycle, of each permit to be resubmitted, and of a part of the approved ones", () => {
    expect(letters.length).toBeGreaterThan(100);
    const unreleased =
      "plan_checks join permits on permits.id = permit_id where not exists (select 1 from letters where plan_check_id = plan_checks.id)";
    expect(count(`${unreleased} and plan_checks.review_cycle <> permits.review_cycle`)).toBe(0);
    expect(count(`${unreleased} and status in ('resubmittal_required', 'approved')`)).toBe(0);
    const approved = "letters join permits on permits.id = permit_id where status = 'approved' and kind =";
    expect(count(`${approved} 'approval' and outcome = 'approved_with_conditions'`)).toBeGreaterThan(0);
    expect(count(`${approved} 'approval' and outcome = 'approved'`)).toBeGreaterThan(0);
    expect(app.readOne(`select count(distinct city_id) from ${approved} 'approval'`)).toBe(5);
    expect(count("letters join permits on permits.id = permit_id where city_id = 1")).toBe(0);
  });

  test("say what their row says, and have one number each", () => {
    for (const { content, cycle, number, kind, outcome, issuedOn } of letters) {
      expect({ ...content }).toMatchObject({ cycle, number, kind, outcome, issuedOn });
      const { open, conditions } = countsOf(content);
      expect(kind, number).toBe(outcome === "corrections_required" ? "corrections" : "approval");
      expect(open > 0, number).toBe(outcome === "corrections_required");
      if (outcome !== "corrections_required")
        expect(conditions > 0, number).toBe(outcome === "approved_with_conditions");
    }
    expect(new Set(letters.map(({ permitId, number }) => `${permitId} ${number}`)).size).toBe(letters.length);
    expect(letters.every(({ number, cycle }) => number.includes(`-${cycle}`))).toBe(true);
  });

  const reviewsOf = (permitId: number) =>
    app.read<Review>(
      `select id, discipline, review_cycle as reviewCycle, status, decision from assignments where permit_id = ${permitId}`,
    );

  /** The corrections as they were when the first letter of a cycle was released. */
  const correctionsAt = (permitId: number, cycle: ReviewCycle) =>
    app.read<CorrectionState & { id: number }>(
      `select id, discipline, number, kind, review_cycle as reviewCycle, coalesce((select case verdict when 'not_resolved' then 'open' when 'reopened' then 'open' else verdict end from back_checks where correction_id = corrections.id and review_cycle <= '${cycle}' order by review_cycle desc limit 1), 'open') as status, (select review_cycle from letters where id = first_letter_id and review_cycle < '${cycle}') as issuedIn, exists (select 1 from back_checks where correction_id = corrections.id and review_cycle = '${cycle}') as isBackChecked, new_reason as newReason from corrections where permit_id = ${permitId} and review_cycle <= '${cycle}'`,
    );

  test("had no blocker at their time, and decisions that fit what was open", () => {
    for (const { permitId, cycle, number, content } of letters) {
      const reviews = reviewsOf(permitId);
      const corrections = correctionsAt(permitId, cycle);
      const isEarlier = ({ cycle: other }: { cycle: string }) => other < cycle;
      const permit = {
        reviewCycle: cycle,
        requiredDisciplines: app.readList<DemoDiscipline>(
          `select discipline from permit_disciplines where permit_id = ${permitId}`,
        ),
        reviews,
        cyclesWithPlanCheck: app.readList<ReviewCycle>(
          `select review_cycle from plan_checks where permit_id = ${permitId}`,
        ),
        cyclesWithLetter: letters
          .filter((row) => row.permitId === permitId && isEarlier(row))
          .map((row) => row.cycle),
      };
      expect(blockersOf(permit, corrections, "approved"), number).toEqual([]);
      const effective = content.disciplines.map((row) => ({
        ...row,
        decision: row.effectiveDecision,
        decidedIn: row.effectiveFrom,
      }));
      expect(outcomeOfCycle(effective), number).toBe(content.outcome);
      for (const { discipline, effectiveDecision, effectiveFrom } of content.disciplines) {
        const own = corrections.filter((correction) => correction.discipline === discipline);
        const fits = effectiveDecision && fitsDecision(effectiveDecision, own, cycle);
        expect(fits, `${number} ${discipline}`).toBe(true);
        const review = reviews.find(
          (row) => row.discipline === discipline && row.reviewCycle === effectiveFrom,
        );
        expect(review?.decision).toBe(effectiveDecision);
      }
      const listed = content.disciplines.flatMap((row) => openItemsOf(row).map((item) => item.number));
      const open = corrections.filter(({ kind, status }) => kind === "correction" && status === "open");
      expect(listed.toSorted(), number).toEqual(open.map(numberOf).toSorted());
    }
  });

  test("are the first letters of the corrections that were written in their cycle; those of open ones are drafts", () => {
    const wrong =
      "corrections left join letters on letters.permit_id = corrections.permit_id and letters.review_cycle = corrections.review_cycle and issue = 1 where first_letter_id is not letters.id";
    expect(count(wrong)).toBe(0);
    expect(count("corrections where first_letter_id is null")).toBeGreaterThan(50);
  });

  test("have their PDF on the disk", () => {
    for (const { fileKey, sha256, byteSize, number } of letters) {
      const pdf = readFileSync(app.pathOfFile(fileKey));
      expect(pdf.subarray(0, 5).toString(), number).toBe("%PDF-");
      expect(pdf.length, number).toBe(byteSize);
      expect(createHash("sha256").update(pdf).digest("hex"), number).toBe(sha256);
    }
    expect(new Set(letters.map(({ fileKey }) => fileKey)).size).toBe(letters.length);
  });

  test("are superseded by the next of their plan check, which differs", () => {
    const reissued = letters.filter(({ issue }) => issue > 1);
    expect(reissued.map(({ number }) => number)).toEqual(["OAK-26-031-PC1-2"]);
    for (const { id, planCheckId, issue, supersededById, content } of letters) {
      const next = letters.find((row) => row.planCheckId === planCheckId && row.issue === issue + 1);
      expect(supersededById).toBe(next?.id ?? null);
      if (!next) continue;
      expect(next.id).toBeGreaterThan(id);
      const said = ({ disciplines }: LetterContent) => JSON.stringify(disciplines);
      expect(said(next.content)).not.toBe(said(content));
      expect(next.content.coverNote).toContain(content.number);
    }
  });

  test("are issued and handed over between the plans of their cycle and those of the next", () => {
    const dated =
      "letters join plan_checks on plan_checks.id = plan_check_id left join plan_checks later on later.permit_id = letters.permit_id and later.review_cycle = 'PC' || (cast(substr(letters.review_cycle, 3) as integer) + 1)";
    const lastDay = `coalesce(later.received_on, date('${day}', '-1 day'))`;
    expect(count(`${dated} where not issued_on between plan_checks.received_on and ${lastDay}`)).toBe(0);
    const isLatest = "superseded_by_id is null";
    expect(
      count(
        `${dated} where ${isLatest} and not coalesce(plan_checks.handed_over_on, issued_on) between issued_on and ${lastDay}`,
      ),
    ).toBe(0);
    expect(count("letters where issued_on <> date(created_at, '-8 hours')")).toBe(0);
    for (const { content, planCheckId, number } of letters)
      expect(content.receivedOn, number).toBe(
        app.readOne(`select received_on from plan_checks where id = ${planCheckId}`),
      );
    const late =
      "letters join assignments using (permit_id, review_cycle) where decided_at > letters.created_at or decision is null";
    expect(count(late)).toBe(0);
  });

  test("left their plan checks as a release does", () => {
    const released =
      "plan_checks join letters on plan_check_id = plan_checks.id and superseded_by_id is null";
    const unlike =
      "plan_checks.outcome is not letters.outcome or released_at is not letters.created_at or released_by_id is not by_id or released_by_name is not by_name or not is_received_on_set";
    expect(count(`${released} where ${unlike}`)).toBe(0);
    const fields = "outcome, released_at, released_by_id, released_by_name, handed_over_on";
    const untouched = `plan_checks where id not in (select plan_check_id from letters) and (coalesce(${fields}) is not null or is_received_on_set or state <> 'in_review')`;
    expect(count(untouched)).toBe(0);
    const isRecommended = "kind = 'approval' and approval_wording = 'recommended'";
    expect(
      count(
        `letters join permits on permits.id = permit_id join cities on cities.id = city_id where (status_before is null) <> (${isRecommended} or letters.outcome = 'not_applicable')`,
      ),
    ).toBe(0);
  });

  const isMailed =
    "plan_checks.id in (select plan_checks.id from plan_checks join permits on permits.id = permit_id join cities on cities.id = city_id where letter_recipients = 'city_and_applicant' and applicant_email is not null)";

  test("are handed over by the email of their release in the city that wants it", () => {
    expect(count(`plan_checks where ${isMailed} and released_at is not null`)).toBeGreaterThan(10);
    const late = `letters join plan_checks on plan_checks.id = plan_check_id where ${isMailed} and handed_over_on is not issued_on`;
    expect(count(late)).toBe(0);
    expect(
      count(
        `audit_events join plan_checks on plan_checks.id = subject_id where action = 'plan-check.handed-over' and ${isMailed}`,
      ),
    ).toBe(0);
    const issue = "(select max(issue) from letters where plan_check_id = plan_checks.id)";
    expect(
      count(`plan_checks where handed_over_issue is not iif(handed_over_on is null, null, ${issue})`),
    ).toBe(0);
  });

  test("are in the history with their hand-overs, the one that was reopened too", () => {
    const recorded = (table: string, event: string) =>
      count(`${table} where not exists (select 1 from audit_events where ${event})`);
    expect(
      recorded(
        "letters",
        "action = 'letter.released' and subject = 'letter' and subject_id = letters.id and at = letters.created_at and changes ->> '$.number' = letters.number and changes ->> '$.outcome' = letters.outcome and actor_id = by_id",
      ),
    ).toBe(0);
    expect(
      recorded(
        "plan_checks",
        `${isMailed} or handed_over_on is null or (action = 'plan-check.handed-over' and subject = 'plan-check' and subject_id = plan_checks.id and changes ->> '$.handedOverOn[1]' = handed_over_on)`,
      ),
    ).toBe(0);
    const strangers =
      "audit_events join plan_checks on plan_checks.id = subject_id join permits on permits.id = permit_id join users on users.id = actor_id where action = 'plan-check.handed-over' and users.city_id <> permits.city_id";
    expect(count(strangers)).toBe(0);
    expect(count("audit_events where action = 'plan-check.reopened'")).toBe(1);
    expect(count("mail_outbox")).toBe(0);
  });

  test("list the plan files of their cycle, and marked-up plans leave the firm with them", () => {
    for (const { permitId, cycle, content, number } of letters) {
      const namesOf = (origin: string) =>
        app.readList(
          `select file_name from plan_files where permit_id = ${permitId} and review_cycle = '${cycle}' and origin = '${origin}' order by uploaded_at, id`,
        );
      const { current, ...files } = content.files;
      expect(files, number).toEqual({ reviewed: namesOf("submitted"), markedUp: namesOf("marked_up") });
      // An approval lists the plans of all cycles.
      expect(current !== undefined, number).toBe(content.kind === "approval");
    }
    const marked =
      "plan_files left join letters on letters.permit_id = plan_files.permit_id and letters.review_cycle = plan_files.review_cycle and superseded_by_id is null where origin = 'marked_up'";
    expect(count(`${marked} and letter_id is not null`)).toBeGreaterThan(10);
    expect(count(`${marked} and letter_id is null`)).toBeGreaterThan(0);
    expect(count(`${marked} and letter_id is not letters.id`)).toBe(0);
    expect(count("plan_files where origin = 'submitted' and letter_id is not null")).toBe(0);
  });

  test("name the reviewers in the city that wants it alone", () => {
    for (const { permitId, content, number } of letters) {
      const names = app.readOne<number>(
        `select letter_names_reviewers from cities join permits on permits.city_id = cities.id where permits.id = ${permitId}`,
      );
      expect(
        content.disciplines.every(({ reviewer }) => (reviewer !== null) === (names === 1)),
        number,
      ).toBe(true);
    }
    expect(letters.some(({ content }) => content.disciplines.some(({ reviewer }) => reviewer))).toBe(true);
    expect(letters.some(({ content }) => content.coverNote)).toBe(true);
  });

  test("are on the permit that the city's user sees first, and handed over, with its marked-up plans", async () => {
    const viewer = await viewerIn(app, "city@demo.test");
    const { listPortalPermits } = await import("~/models/portal/portal.server");
    const { lettersOf } = await import("~/models/letters/letter.server");
    const { listPlanFiles } = await import("~/models/permits/plan-file.server");
    const { readPermit } = await import("~/models/permits/permit-scope.server");
    const { rows } = await listPortalPermits(viewer, Number(viewer.cityId), { search: "", show: 1 });
    const permit = await readPermit(viewer, Number(rows[0]?.id));
    const [letter, ...others] = await lettersOf(viewer, permit.id);
    expect(letter).toMatchObject({ number: "OAK-26-036-PC1", kind: "corrections", supersededBy: null });
    expect(others).toEqual([]);
    const files = await listPlanFiles(viewer, permit);
    expect(files.filter(({ origin }) => origin === "marked_up").length).toBe(1);
    const commentsOn = `from comments where permit_id = ${permit.id} and text like`;
    const announced = app.readOne<string>(`select created_at ${commentsOn} 'The review is complete.%'`);
    expect(letter?.releasedAt.slice(0, 10)).toBe(announced.slice(0, 10));
    expect(letter?.releasedAt.localeCompare(announced)).toBe(-1);
    const handOver = `select handed_over_on || ' ' || actor_name from plan_checks join audit_events on subject_id = plan_checks.id where action = 'plan-check.handed-over' and permit_id = ${permit.id}`;
    expect(app.readOne(handOver)).toBe(
      app.readOne(
        `select date(created_at, '-8 hours') || ' ' || author_name ${commentsOn} 'Forwarded to the %'`,
      ),
    );
  });

  test("are followed by the one of a permit that is ready, which the application releases", async () => {
    const viewer = await viewerIn(app, "admin@demo.test");
    const { previewLetter } = await import("~/models/letters/letter-draft.server");
    const { blockers, outcome, content } = await previewLetter(viewer, readyPermit);
    expect({ blockers, outcome, number: content.number }).toEqual({
      blockers: [],
      outcome: "corrections_required",
      number: "OAK-26-028-REV1-PC1",
    });
    const { open, conditions, notes } = countsOf(content);
    expect(open).toBeGreaterThan(3);
    expect([1, 2]).toContain(conditions);
    expect(notes).toBe(1);
    expect(content.files.markedUp.length).toBe(1);
  });

  test("changed their permit at the latest when they were released", () => {
    expect(
      count("letters join permits on permits.id = permit_id where permits.updated_at < letters.created_at"),
    ).toBe(0);
    const reissue = "select created_at from letters where issue = 2";
    expect(app.readOne(`select updated_at from permits where id = ${reissuedPermit}`)).toBe(
      app.readOne(reissue),
    );
  });
});

test.each(["2020-01-01", "2024-02-29", "2026-07-05", "2027-01-02", "2031-12-31"])(
  "on %s the letters are of the past, some are not handed over, and one is ready",
  (today) => {
    const people = demoPeople("2019-01-01T00:00:00.000Z", "hash");
    const permits = [...demoPermits(today, 240)];
    const { reviews } = demoReviews(permits, people, today);
    const checked = demoCorrections(permits, reviews, people);
    const { letters, planChecks } = demoLetters({ ...checked, planFiles: [] }, people, "Urban37", today);
    expect(letters.length).toBeGreaterThan(100);
    expect(letters.filter(({ issuedOn }) => issuedOn >= today)).toEqual([]);
    const released = planChecks.filter(({ state }) => state === "released");
    const handedOver = released.flatMap(({ handedOverOn }) => handedOverOn ?? []);
    expect(handedOver.length).toBeGreaterThan(released.length / 2);
    expect(handedOver.length).toBeLessThan(released.length);
    expect(handedOver.filter((date) => date >= today)).toEqual([]);
    const ready = checked.reviews.filter(({ permit }) => permit.row.id === readyPermit);
    expect(ready.map(({ row }) => [row.reviewCycle, row.decision])).toEqual([
      ["PC1", "corrections_required"],
      ["PC1", "approved"],
    ]);
  },
);
