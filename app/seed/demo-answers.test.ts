import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { dayOf } from "~/models/clock.server";
import { type LetterContent, openItemsOf } from "~/models/letters/letter";
import { isBefore, type ReviewCycle } from "~/models/permits/permit";
import { type App, openApp, viewerIn } from "~/testing/new-app";
import { answerTo } from "./answer-texts";
import { correctionTexts } from "./demo-correction-texts";
import { demoDisciplines } from "./demo-disciplines";
import { halfAnsweredPermit, resubmittedPermits, returnedPermit } from "./demo-permits";

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

type Answer = {
  correctionId: number;
  permitId: number;
  cycle: ReviewCycle;
  text: string;
  sheet: string | null;
  via: string;
  byName: string;
  sentAt: string | null;
};
type PlanCheck = {
  id: number;
  permitId: number;
  cycle: ReviewCycle;
  permitCycle: ReviewCycle;
  state: string;
  handedOverOn: string | null;
  resubmittedAt: string | null;
  via: string | null;
  next: string | null;
};

describe("the answers of the filled demo", () => {
  let app: App;
  let answers: Answer[];
  let planChecks: PlanCheck[];
  let letters: { permitId: number; planCheckId: number; number: string; content: LetterContent }[];

  beforeAll(async () => {
    useDay();
    app = await openApp();
    await app.prepareDemo();
    answers = app.read(
      "select correction_id as correctionId, permit_id as permitId, correction_answers.review_cycle as cycle, correction_answers.text, correction_answers.sheet, via, by_name as byName, sent_at as sentAt from correction_answers join corrections on corrections.id = correction_id order by correction_answers.id",
    );
    planChecks = app.read(
      "select plan_checks.id, plan_checks.permit_id as permitId, plan_checks.review_cycle as cycle, permits.review_cycle as permitCycle, plan_checks.state, plan_checks.handed_over_on as handedOverOn, plan_checks.resubmitted_at as resubmittedAt, plan_checks.resubmitted_via as via, later.received_on as next from plan_checks join permits on permits.id = plan_checks.permit_id left join plan_checks later on later.permit_id = permits.id and later.review_cycle = 'PC' || (cast(substr(plan_checks.review_cycle, 3) as integer) + 1)",
    );
    letters = app
      .read<{ permitId: number; planCheckId: number; number: string; content: string }>(
        "select permit_id as permitId, plan_check_id as planCheckId, number, content from letters where superseded_by_id is null order by id",
      )
      .map((row) => ({ ...row, content: JSON.parse(row.content) }));
  });

  afterAll(() => app.close());

  const count = (query: string) => app.readOne<number>(`select count(*) from ${query}`);
  const openIn = ({ disciplines }: LetterContent) => disciplines.flatMap((row) => openItemsOf(row));
  const letterOf = ({ id }: PlanCheck) => letters.find(({ planCheckId }) => planCheckId === id);
  const answersTo = ({ permitId, cycle }: PlanCheck) =>
    answers.filter((answer) => answer.permitId === permitId && answer.cycle === cycle);

  test("are sent to each letter that was followed by another cycle, on the day of its plans", () => {
    const followed = planChecks.filter(({ cycle, permitCycle }) => isBefore(cycle, permitCycle));
    expect(followed.length).toBeGreaterThan(50);
    for (const planCheck of followed) {
      const { permitId, cycle, resubmittedAt, handedOverOn, next, via } = planCheck;
      const where = `permit ${permitId} ${cycle}`;
      expect(dayOf(resubmittedAt ?? ""), where).toBe(next);
      expect(String(handedOverOn) <= String(next), where).toBe(true);
      const own = answersTo(planCheck);
      expect(own.every((answer) => answer.sentAt === resubmittedAt && answer.via === via)).toBe(true);
      const open = openIn(letterOf(planCheck)?.content as LetterContent).map(({ id }) => id);
      expect(own.map(({ correctionId }) => correctionId).toSorted(), where).toEqual(open.toSorted());
    }
    const unsent = planChecks.filter(({ resubmittedAt }) => resubmittedAt === null);
    expect(unsent.flatMap(answersTo).filter(({ sentAt }) => sentAt)).toEqual([]);
  });

  test("are by the city and by applicants, except where the city answers, and most name a sheet", () => {
    const byName = (via: string) => new Set(answers.flatMap((row) => (row.via === via ? row.byName : [])));
    expect([...byName("link")]).toEqual(["Applicant"]);
    expect(byName("city").size).toBeGreaterThan(5);
    const ofCedarFalls = "plan_checks join permits on permits.id = permit_id where city_id = 5";
    expect(count(`${ofCedarFalls} and resubmitted_via = 'city'`)).toBeGreaterThan(0);
    expect(count(`${ofCedarFalls} and resubmitted_via = 'link'`)).toBe(0);
    expect(answers.filter(({ sheet }) => sheet).length).toBeGreaterThan(answers.length * 0.8);
    expect(answers.some(({ sheet }) => sheet === "A6.1")).toBe(true);
    expect(count("plan_checks where (resubmitted_at is null) <> (resubmitted_by_name is null)")).toBe(0);
  });

  test("are printed by the letters of later cycles", () => {
    let printed = 0;
    for (const { content, number } of letters) {
      for (const item of openIn(content)) {
        const earlier = answers.findLast(
          ({ correctionId, cycle }) => correctionId === item.id && isBefore(cycle, content.cycle),
        );
        const { sheet = null, text = "", sentAt } = earlier ?? {};
        expect(item.answer, `${number} ${item.number}`).toEqual(
          sentAt ? { on: dayOf(sentAt), sheet, text } : null,
        );
        if (item.answer) printed += 1;
        expect(item.answer !== null).toBe(item.cycle !== content.cycle);
      }
    }
    expect(printed).toBeGreaterThan(20);
    const ofCedarFalls = letters.filter(({ content }) => content.city.name === "Cedar Falls");
    expect(new Set(ofCedarFalls.map(({ content }) => content.answersBy))).toEqual(new Set(["city"]));
    expect(letters.filter(({ content }) => content.answersBy === "city").length).toBe(ofCedarFalls.length);
  });

  const current = (permitId: number) =>
    planChecks.find((row) => row.permitId === permitId && row.cycle === row.permitCycle) as PlanCheck;

  const newPlansOf = (permitId: number) =>
    app.read<{ uploadedById: number | null; linkId: number | null; cycle: string }>(
      `select uploaded_by_id as uploadedById, link_id as linkId, review_cycle as cycle from plan_files where permit_id = ${permitId} and review_cycle = 'PC2'`,
    );

  test("wait with new plans for the next cycle of two permits, sent by the applicant and by the city", () => {
    expect(count("plan_checks where state = 'resubmitted'")).toBe(resubmittedPermits.length);
    const [ofOakville = 0, ofOtherCity = 0] = resubmittedPermits;
    for (const permitId of resubmittedPermits) {
      const planCheck = current(permitId);
      expect(planCheck).toMatchObject({ state: "resubmitted", cycle: "PC1" });
      expect(answersTo(planCheck).length).toBe(openIn(letterOf(planCheck)?.content as LetterContent).length);
    }
    const link = app.readOne<number>(`select id from status_links where permit_id = ${ofOakville}`);
    const plan = { uploadedById: null, linkId: link, cycle: "PC2" };
    expect(newPlansOf(ofOakville)).toEqual([plan, plan]);
    expect(newPlansOf(ofOtherCity)).toMatchObject([{ linkId: null, cycle: "PC2" }]);
    expect(
      app.readList(`select distinct word from listed_plan_checks where permit_id in (${resubmittedPermits})`),
    ).toEqual(["resubmitted"]);
  });

  test("are drafts again in a permit whose resubmittal was returned, which keeps its new plans", () => {
    const planCheck = current(returnedPermit);
    expect(planCheck).toMatchObject({ state: "released", resubmittedAt: null });
    const own = answersTo(planCheck);
    expect(own.length).toBe(openIn(letterOf(planCheck)?.content as LetterContent).length);
    expect(own.every(({ sentAt }) => sentAt === null)).toBe(true);
    expect(newPlansOf(returnedPermit)).toMatchObject([{ linkId: null, cycle: "PC2" }]);
    expect(count(`plan_files where permit_id = ${returnedPermit} and awaits_cycle`)).toBe(0);
    expect(
      app.readList(
        "select permit_id from plan_checks where returned_at is not null and length(return_remark) > 50",
      ),
    ).toEqual([returnedPermit]);
  });

  test("are drafts by the city and the applicant to half of the first letter that the city's user sees", async () => {
    const viewer = await viewerIn(app, "city@demo.test");
    const { readPermit } = await import("~/models/permits/permit-scope.server");
    const { countAnswers, readAnswers } = await import("~/models/answers/answer.server");
    const { listPortalPermits } = await import("~/models/portal/portal.server");
    const { rows } = await listPortalPermits(viewer, Number(viewer.cityId), { search: "", show: 1 });
    expect(rows[0]?.id).toBe(halfAnsweredPermit);
    const permit = await readPermit(viewer, halfAnsweredPermit);
    expect(await countAnswers(viewer, permit)).toEqual({ answered: 7, total: 13 });
    const items = await readAnswers(permit, permit.letters[0] as (typeof permit.letters)[number]);
    const drafts = items.flatMap(({ answer }) => answer ?? []);
    expect(new Set(drafts.map(({ via }) => via))).toEqual(new Set(["city", "link"]));
    expect(drafts.every(({ sentAt }) => sentAt === null)).toBe(true);
  });

  test("are in the history, with who has sent them and what was returned", () => {
    const events = app.read<{ planCheckId: number; at: string; answers: number; actor: string }>(
      "select subject_id as planCheckId, at, changes ->> '$.answers' as answers, actor_name as actor from audit_events where action = 'plan-check.resubmitted'",
    );
    const sent = planChecks.filter(({ resubmittedAt }) => resubmittedAt);
    expect(events.length).toBe(sent.length + 1);
    for (const planCheck of sent) {
      const event = events.find(({ planCheckId }) => planCheckId === planCheck.id);
      expect(event).toMatchObject({ at: planCheck.resubmittedAt, answers: answersTo(planCheck).length });
      expect(/^Applicant \(link \d+\)$/.test(event?.actor ?? "")).toBe(planCheck.via === "link");
    }
    expect(count("audit_events where action = 'plan-check.resubmittal-returned'")).toBe(1);
    expect(count("audit_events where action = 'permit.files-added' and actor_id is null")).toBe(1);
  });

  test("need a status link: each permit with letters has one, whose token nobody knows", () => {
    const permits = "select distinct permit_id from letters order by 1";
    expect(app.readList("select permit_id from status_links order by 1")).toEqual(app.readList(permits));
    expect(count("status_links where length(token_hash) <> 43 or expires_at < created_at")).toBe(0);
    expect(
      count("status_links join permits on permits.id = permit_id where for_email is not applicant_email"),
    ).toBe(0);
    const lastSent =
      "(select max(date(resubmitted_at, '-8 hours')) from plan_checks where permit_id = status_links.permit_id and resubmitted_via = 'link')";
    const drafts = `permit_id = ${halfAnsweredPermit}`;
    expect(count(`status_links where last_used_on is not ${lastSent} and not ${drafts}`)).toBe(0);
    expect(count(`status_links where ${drafts} and last_used_on is null`)).toBe(0);
    const made =
      "action = 'permit.status-link-made' and subject_id = permit_id and at = created_at and actor_name = made_by_name";
    expect(count(`status_links where not exists (select 1 from audit_events where ${made})`)).toBe(0);
  });
});

test.each(demoDisciplines)("the corrections of %s have answers of a reasonable length", (discipline) => {
  for (const [id, { text, sheet }] of correctionTexts[discipline].entries()) {
    for (const isFurther of [false, true]) {
      const answer = answerTo({ id, text, sheet }, discipline, isFurther);
      expect(answer.text.length).toBeGreaterThan(40);
      expect(answer.text.length).toBeLessThan(120);
      expect(answer.sheet ?? "A6.1").toMatch(/\d/);
    }
  }
});
