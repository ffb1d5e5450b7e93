import { today } from "~/models/clock.server";
import { correctionKindValues, newReasonValues, verdicts } from "~/models/corrections/correction";
import { decisionValues } from "~/models/corrections/decision";
import { disciplineValues } from "~/models/discipline";
import { randomFrom } from "~/seed/demo-random";

export const random = randomFrom(16).fraction;
export const oneOf = <Value>(values: readonly Value[]) =>
  values[Math.floor(random() * values.length)] as Value;
export const isRare = () => random() < 0.04;

export const badTexts = [
  "",
  "   \n ",
  "Show the ____-hour walls",
  "null\u0000character",
  "x".repeat(4001),
  "y".repeat(10_000),
];
export const goodTexts = [
  "Show the rated walls",
  "<script>alert(1)</script>",
  "=1+1",
  "\u202Eright to left\u202C \u05D0\u05D1",
  "walls \u{1F6A8}\u200D\u{1F525}",
  "half \uD83D of a character",
  "first\r\nsecond line",
];
export const junk = [
  null,
  0,
  -1,
  2 ** 53,
  1.5,
  true,
  "",
  "constructor",
  [],
  ["Fire"],
  {},
  { id: 1 },
  "x".repeat(600),
];

/** Mostly one of the values, rarely something else. */
export const mostly = (values: readonly unknown[]): unknown => (isRare() ? oneOf(junk) : oneOf(values));

/** What is in each typed text and in no other one, so that a reply with it can be traced to it. */
export const mark = /#\d+#/g;
let count = 0;
const marked = (text: string) => {
  count += 1;
  const ending = ` #${count}#\r\n`;
  return text.slice(0, 4002 - ending.length) + ending;
};

const longest = "z".repeat(4000);
const text = () => {
  if (random() < 0.15) return oneOf(badTexts);
  return isRare() ? oneOf(junk) : marked(oneOf([...goodTexts, longest]));
};
const remark = () => (random() < 0.1 ? oneOf([...badTexts, ...junk]) : marked(oneOf(goodTexts)));
const dates = ["2026-11-01", "2026-11-05", "2026-11-20", "2026-02-30", "2999-01-01", "Nov 5", null, ""];
const lateDates = [...dates, today(), today(), today(), undefined];
const versions = ["2020-01-01T00:00:00.000Z", "now", null];
let keys = 0;
/** Often none, rarely one that was sent with another body. */
const key = () => mostly([`the-key-of-request-${++keys}`, undefined, undefined, "a-key-of-sixteen-letters"]);

export type Fields = Record<string, () => unknown>;

/** A body with each field, or without some of them; rarely with an unknown field, or not an object at all. */
export const bodyOf = (fields: Fields, required: string[] = []): string =>
  isRare()
    ? oneOf(["", "{", "null", "[]", '"text"', "7", '{"text":"\\ud800"}', '{"__proto__":{}}'])
    : JSON.stringify(objectOf(fields, required));

function objectOf(fields: Fields, required: string[]): object {
  const present = Object.entries(fields).filter(([name]) =>
    required.includes(name) ? !isRare() : random() < 0.3,
  );
  const body = Object.fromEntries(present.map(([name, value]) => [name, value()]));
  if (isRare()) body[oneOf(["number", "status", "reviewCycle", "colour", "id", "letterId"])] = oneOf(junk);
  return body;
}

const written = {
  kind: () => mostly(correctionKindValues),
  text,
  sheet: () => mostly(["A2.1", "", null, "  ", "s".repeat(51), "\uD83D"]),
  codeReference: () => mostly(["CBC 1010.1.9", null, "c".repeat(121)]),
  newReason: () => mostly([...newReasonValues, ...newReasonValues, null]),
};
const version = { updatedAt: () => (isRare() ? oneOf(versions) : undefined) };

const listQuery = (names: string[]) => () =>
  random() < 0.5
    ? ""
    : `?${new URLSearchParams({
        [oneOf([...names, "sort", "page", "limit", "pageSize", "colour"])]: String(
          mostly(["Fire", "open", "note", "PC2", "-number", "2", "10", "\uD83D"]),
        ),
      })}`;

/** What is written in bodies that are accepted. */
type Latest = {
  /** Of the letter. */
  version: string;
  answers: { correctionId: number; updatedAt: string | null }[];
};

export type Act = {
  method: string;
  address: string;
  /** What the id in the address is of. */
  noun: "permits" | "corrections" | "assignments" | "letters";
  /** How often it is tried. */
  weight: number;
  body?: (latest: Latest) => string;
  query?: () => string;
};

const correctionActs: Act[] = [
  {
    method: "POST",
    noun: "permits",
    address: "/api/permits/:id/corrections",
    weight: 4,
    body: () =>
      bodyOf(
        {
          ...written,
          discipline: () => mostly(disciplineValues.slice(5)),
          standardCommentId: () => (random() < 0.2 ? oneOf(junk) : undefined),
          formKey: key,
        },
        ["kind", "text", "discipline"],
      ),
  },
  {
    method: "PATCH",
    noun: "corrections",
    address: "/api/corrections/:id",
    weight: 2,
    body: () => bodyOf({ ...written, ...version }),
  },
  { method: "DELETE", noun: "corrections", address: "/api/corrections/:id", weight: 1 },
  {
    method: "PUT",
    noun: "corrections",
    address: "/api/corrections/:id/back-check",
    weight: 5,
    body: () =>
      bodyOf({ verdict: () => mostly(Object.keys(verdicts)), remark, ...version }, ["verdict", "remark"]),
  },
  {
    method: "DELETE",
    noun: "corrections",
    address: "/api/corrections/:id/back-check",
    weight: 3,
    body: () => bodyOf(version),
  },
  {
    method: "PATCH",
    noun: "assignments",
    address: "/api/assignments/:id/decision",
    weight: 4,
    body: () =>
      bodyOf(
        { decision: () => mostly(decisionValues), decisionReason: () => mostly(["No sprinklers", "", null]) },
        ["decision"],
      ),
  },
  {
    method: "PATCH",
    noun: "permits",
    address: "/api/permits/:id/plan-checks/:cycle",
    weight: 2,
    body: () => bodyOf({ receivedOn: () => mostly(dates), completeOn: () => mostly(lateDates), ...version }),
  },
];

const letterActs: Act[] = [
  {
    method: "POST",
    noun: "permits",
    address: "/api/permits/:id/plan-checks/:cycle/release",
    weight: 3,
    body: ({ version }) =>
      bodyOf(
        {
          coverNote: remark,
          setsStatus: () => mostly([true, false]),
          seen: () => mostly([version, version, version, "1.other", "v".repeat(101)]),
          formKey: key,
        },
        ["seen"],
      ),
  },
  {
    method: "PUT",
    noun: "permits",
    address: "/api/permits/:id/plan-checks/:cycle/cover-note",
    weight: 1,
    body: () => bodyOf({ coverNote: remark }, ["coverNote"]),
  },
  {
    method: "POST",
    noun: "permits",
    address: "/api/permits/:id/plan-checks/:cycle/hand-over",
    weight: 2,
    body: () =>
      bodyOf({ how: () => mostly(["self"]), handedOverOn: () => mostly(lateDates), reason: remark }, [
        "how",
        "handedOverOn",
      ]),
  },
  {
    method: "POST",
    noun: "permits",
    address: "/api/permits/:id/plan-checks/:cycle/reopen",
    weight: 1,
    body: () => bodyOf({ reason: remark }, ["reason"]),
  },
  {
    method: "POST",
    noun: "assignments",
    address: "/api/assignments/:id/return",
    weight: 1,
    body: () => bodyOf({ remark }, ["remark"]),
  },
  {
    method: "POST",
    noun: "permits",
    address: "/api/permits/:id/next-cycle",
    weight: 1,
    body: () =>
      bodyOf({
        receivedOn: () => mostly(lateDates),
        dueDate: () => mostly(dates),
        formKey: key,
        ...version,
      }),
  },
];

const answer = {
  // Without a mark: a city reads them before any letter has them.
  text: () => (random() < 0.1 ? oneOf([...badTexts, ...junk]) : oneOf([...goodTexts, longest])),
  sheet: written.sheet,
};

/** Mostly all answers, rarely one of them twice. */
function answersBody({ answers }: Latest): string {
  if (isRare()) return bodyOf(answer);
  const rows = answers.map(({ correctionId, updatedAt }) => {
    const version = () => (isRare() ? oneOf(versions) : updatedAt);
    return objectOf({ ...answer, correctionId: () => mostly([correctionId]), updatedAt: version }, [
      ...["correctionId", "text"],
    ]);
  });
  if (isRare()) rows.push(...rows.slice(0, 1));
  return JSON.stringify(rows);
}

const applicantActs: Act[] = [
  { method: "PUT", noun: "permits", address: "/api/permits/:id/answers", weight: 3, body: answersBody },
  {
    method: "POST",
    noun: "permits",
    address: "/api/permits/:id/plan-checks/:cycle/resubmittal",
    weight: 3,
    body: () => bodyOf({ complete: () => mostly([true, true, true, false]), formKey: key }, ["complete"]),
  },
  {
    method: "POST",
    noun: "permits",
    address: "/api/permits/:id/plan-checks/:cycle/resubmittal/return",
    weight: 2,
    body: () => bodyOf({ remark }, ["remark"]),
  },
  {
    method: "POST",
    noun: "permits",
    address: "/api/permits/:id/status-links",
    weight: 1,
    body: () => bodyOf({ mail: () => mostly([true, false]) }),
  },
  { method: "DELETE", noun: "permits", address: "/api/permits/:id/status-links", weight: 1 },
];

const filters = ["discipline", "status", "kind", "reviewCycle"];
const reads: Act[] = [
  {
    method: "GET",
    noun: "permits",
    address: "/api/permits/:id/corrections",
    weight: 3,
    query: listQuery(filters),
  },
  { method: "GET", noun: "corrections", address: "/api/corrections/:id", weight: 1 },
  { method: "GET", noun: "permits", address: "/api/permits/:id/letters", weight: 2, query: listQuery([]) },
  {
    method: "GET",
    noun: "permits",
    address: "/api/permits/:id/plan-checks",
    weight: 1,
    query: listQuery([]),
  },
  { method: "GET", noun: "permits", address: "/api/permits/:id/plan-checks/:cycle/release", weight: 1 },
  { method: "GET", noun: "permits", address: "/api/permits/:id/answers", weight: 2, query: listQuery([]) },
  {
    method: "GET",
    noun: "permits",
    address: "/api/permits/:id/status-links",
    weight: 1,
    query: listQuery([]),
  },
  { method: "GET", noun: "letters", address: "/api/letters/:id", weight: 2 },
  { method: "GET", noun: "letters", address: "/api/letters/:id/download", weight: 1 },
];

/** The requests of a plan check, its letters, and their answers. */
export const acts: Act[] = [...correctionActs, ...letterActs, ...applicantActs, ...reads];
