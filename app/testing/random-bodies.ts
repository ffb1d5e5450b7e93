import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { assignmentStatusValues } from "~/models/assignments/assignment";
import { disciplineValues } from "~/models/discipline";
import { feeServiceTypeValues, feeStatusValues } from "~/models/fees/fee";
import { pricingTypeValues } from "~/models/fees/pricing";
import { permitStatusValues, projectTypeValues, revisions } from "~/models/permits/permit";
import { bodyOf, type Fields, isRare, mostly, oneOf, random } from "./random-requests";

/** Signs of which nothing is seen, and half of one. */
const invisible = [
  ..."\u200b\u2800\u3164\u00ad\u2060\u0001\ufe0f\u034f\u115f\u180e\u200e\u202e\ufeff",
  ..."\u{e0020}\u{e0100}",
  "\ud800",
];
let count = 0;
const next = () => ++count;

/** Mostly a text of its own, with an invisible sign in it; rarely one that is refused or empty. */
const text = () =>
  random() < 0.12
    ? oneOf([...invisible, " \n ", "\u200b \u2800", "x".repeat(10_001), "null\u0000"])
    : mostly([`Stairs${oneOf(invisible)} ${next()}\r\n`, ` Süd ${next()} e\u0301`, `\tA\n\tB ${next()}`]);

/** The same number in several spellings, so that many are duplicates. */
const number = () => {
  const value = `N-${1 + Math.floor(random() * 3000)}`;
  return mostly([value, value, `\u202a${value}\u202c`, value.replace("-", "\u2011"), `${value}\ufe0f`, ""]);
};

const goodDates = ["2026-11-01", "2000-01-01", "2099-12-31", "2024-02-29", " 2026-11-20 "];
const badDates = [
  ...["0026-04-12", "26", "2100-01-01", "1999-12-31", "2026-02-30", "20260412", "2026-04-12T00:00:00Z"],
  ...["04/12/2026", "2026-4-12", "2026-04-12\u200e", "2026\u201104\u201112", "12 Apr 2026", null, ""],
];
const date = () => oneOf(random() < 0.1 ? badDates : goodDates);
const workDate = () => {
  const day = new Date(Date.UTC(2000, 0, 1 + Math.floor(random() * 11_000))).toISOString().slice(0, 10);
  return random() < 0.1 ? oneOf(badDates) : day;
};

const email = () => {
  const own = `person${next()}@x.test`;
  const read = [own, `mailto:${own}`, `Jane Doe <${own}>`, `\u202a${own}\u202c`, `o&m+${own}`, `Ü <${own}>`];
  const refused = ["a@x.test, b@x.test", "a@x.test <b@x.test>", "jürgen@x.test", `${"a".repeat(65)}@x.test`];
  return random() < 0.15 ? oneOf([...refused, "a@@x", "a@", "\u200b", null]) : mostly([...read, own, own]);
};
const phone = () =>
  mostly([
    ...[
      "7075550123",
      "\u202a(707) 555-0123\u202c",
      "tel:+1-707-555-0123;ext=12",
      "707\u2011555\u20110123 x7",
    ],
    ...["+44 20 7946 0958", "1-800-FLOWERS", "707/555/0123 #12", "555", "", null],
  ]);

const isTicked = () => mostly([true, false]);
const permit: Fields = {
  permitCreationYear: () => mostly([2020, 2026, 2030, 2026]),
  urban37PermitNumber: number,
  revisionNumber: () => mostly(["none", ...revisions.slice(0, 2), null]),
  cityPermitNumber: text,
  status: () => mostly(permitStatusValues),
  creationDate: date,
  dueDate: date,
  submissionDate: date,
  projectName: text,
  projectAddress: text,
  projectType: () => mostly(projectTypeValues),
  projectDescription: text,
  requiredDisciplines: () => mostly([["Fire"], ["Fire", "Structural"], [...disciplineValues]]),
  applicantName: text,
  applicantEmail: email,
  applicantPhone: phone,
};
const fee: Fields = {
  serviceType: () => mostly(feeServiceTypeValues),
  description: text,
  amount: () => mostly([1, 0.01, 250.5, 1.005]),
  status: () => mostly(feeStatusValues),
  dateCharged: date,
  invoiceNumber: number,
  notes: text,
};
const hours: Fields = {
  discipline: () => mostly(["Fire"]),
  hoursWorked: () => mostly([0.25, 0.5, 8, 0.1]),
  workDate,
  description: text,
};
const sign = () => oneOf([..."0123456789ABCDEFGHJKLMNPRSTUVW"]);
const city: Fields = {
  cityName: text,
  fullName: text,
  cityNumber: () => mostly(["01", "9\u200b9", "12", "12", "7"]),
  urban37CityCode: () => `${oneOf([..."QXYZ"])}${sign()}${sign()}`,
  managerName: text,
  managerEmail: email,
  managerPhone: phone,
  letterContact: text,
  letterCodes: text,
};
const employee: Fields = {
  name: text,
  email,
  disciplines: () => mostly([["Fire"], ["Civil"]]),
  isAdministrator: isTicked,
};
const person: Fields = { email, firstName: text, lastName: text };
const standardComment: Fields = {
  discipline: () => mostly(disciplineValues),
  kind: () => mostly(["correction", "note"]),
  title: text,
  codeReference: text,
  text,
};
const pricing: Fields = {
  serviceName: text,
  pricingType: () => mostly(pricingTypeValues),
  rate: () => mostly([5, 12.5]),
  description: text,
  isActive: isTicked,
};

/** What an act needs to know of the rows that there are. */
export type Known = { cityId: number; employeeId: number };

export type BodyAct = {
  method: "POST" | "PUT" | "PATCH";
  address: string;
  /** What the id in the address is of. */
  noun: "permits" | "cities" | "employees" | "fees" | "entries" | "comments" | "users" | "titles" | "pricing";
  /** What the reply is. */
  creates?: BodyAct["noun"];
  weight: number;
  fields: (known: Known) => Fields;
  required: string[];
};

const keysOf = (fields: Fields, ...optional: string[]) =>
  Object.keys(fields).filter((name) => !optional.includes(name));

const assignmentsOf = ({ employeeId }: Known): Fields => ({
  assignments: () =>
    mostly([
      [{ discipline: "Fire", employeeId, employeeDueDate: date(), status: oneOf(assignmentStatusValues) }],
      [{ discipline: "Fire", employeeId, employeeDueDate: date() }],
    ]),
});

const ofPermit = ["submissionDate", "applicantName", "applicantEmail", "applicantPhone", "revisionNumber"];
const newPermit = ({ cityId }: Known): Fields => ({
  ...permit,
  cityId: () => mostly([cityId]),
  reviewCycle: () => mostly(["PC1"]),
  isExpeditedReview: isTicked,
  needsPhysicalPlans: isTicked,
});
const requiredOfPermit = [
  ...keysOf(permit, ...ofPermit, "urban37PermitNumber"),
  ...["cityId", "reviewCycle", "isExpeditedReview", "needsPhysicalPlans"],
];

/** The endpoints that take a typed text, a date, a number, an email or a phone. */
export const bodyActs: BodyAct[] = [
  {
    method: "POST",
    address: "/api/permits",
    noun: "permits",
    creates: "permits",
    weight: 6,
    fields: newPermit,
    required: requiredOfPermit,
  },
  {
    method: "PATCH",
    address: "/api/permits/:id",
    noun: "permits",
    weight: 4,
    fields: () => permit,
    required: [],
  },
  {
    method: "PUT",
    address: "/api/permits/:id/assignments",
    noun: "permits",
    weight: 2,
    fields: assignmentsOf,
    required: ["assignments"],
  },
  {
    method: "POST",
    address: "/api/permits/:id/time-entries",
    noun: "permits",
    creates: "entries",
    weight: 4,
    fields: ({ employeeId }) => ({ ...hours, employeeId: () => mostly([employeeId]) }),
    required: ["discipline", "hoursWorked", "workDate", "employeeId"],
  },
  {
    method: "PATCH",
    address: "/api/time-entries/:id",
    noun: "entries",
    weight: 2,
    fields: () => hours,
    required: [],
  },
  {
    method: "POST",
    address: "/api/permits/:id/comments",
    noun: "permits",
    creates: "comments",
    weight: 1,
    fields: () => ({ text, isShared: isTicked }),
    required: ["text"],
  },
  {
    method: "PATCH",
    address: "/api/comments/:id",
    noun: "comments",
    weight: 2,
    fields: () => ({ text }),
    required: ["text"],
  },
  {
    method: "POST",
    address: "/api/city-fees",
    noun: "fees",
    creates: "fees",
    weight: 4,
    fields: ({ cityId }) => ({ ...fee, cityId: () => mostly([cityId]) }),
    required: ["serviceType", "description", "amount", "status", "cityId"],
  },
  { method: "PUT", address: "/api/city-fees/:id", noun: "fees", weight: 2, fields: () => fee, required: [] },
  {
    method: "POST",
    address: "/api/cities",
    noun: "cities",
    creates: "cities",
    weight: 2,
    fields: () => city,
    required: ["cityName", "cityNumber", "urban37CityCode"],
  },
  {
    method: "PATCH",
    address: "/api/cities/:id",
    noun: "cities",
    weight: 3,
    fields: () => city,
    required: [],
  },
  {
    method: "POST",
    address: "/api/cities/:id/users",
    noun: "cities",
    creates: "users",
    weight: 2,
    fields: () => person,
    required: ["email"],
  },
  { method: "PUT", address: "/api/users/:id", noun: "users", weight: 2, fields: () => person, required: [] },
  {
    method: "POST",
    address: "/api/cities/:id/pricing",
    noun: "cities",
    creates: "pricing",
    weight: 1,
    fields: () => pricing,
    required: ["serviceName", "pricingType", "rate", "isActive"],
  },
  {
    method: "POST",
    address: "/api/employees",
    noun: "employees",
    creates: "employees",
    weight: 2,
    fields: () => employee,
    required: Object.keys(employee),
  },
  {
    method: "PATCH",
    address: "/api/employees/:id",
    noun: "employees",
    weight: 2,
    fields: () => ({ ...employee, isAdministrator: () => false }),
    required: [],
  },
  {
    method: "POST",
    address: "/api/standard-comments",
    noun: "titles",
    creates: "titles",
    weight: 2,
    fields: () => standardComment,
    required: ["discipline", "kind", "title", "text"],
  },
  {
    method: "PUT",
    address: "/api/standard-comments/:id",
    noun: "titles",
    weight: 2,
    fields: () => standardComment,
    required: [],
  },
];

export type SentBody = {
  bytes: Buffer<ArrayBuffer>;
  headers: Record<string, string>;
  /** The status of its refusal, if nothing else of the request is refused. */
  status?: number;
};

/** Returns a random body of an act, often with a key. */
export function randomBody({ fields, required, creates }: BodyAct, known: Known): string {
  const formKey = () => `the-key-of-body-${next()}`;
  return bodyOf(creates ? { ...fields(known), formKey } : fields(known), required);
}

/** A text of what each noun creates, by which another body differs. */
const texts: Record<BodyAct["noun"], string> = {
  permits: "projectName",
  cities: "managerName",
  employees: "name",
  fees: "description",
  entries: "description",
  comments: "text",
  users: "firstName",
  titles: "text",
  pricing: "serviceName",
};

/** Returns a body with the same key and another text. */
export const otherBody = (body: string, creates: BodyAct["noun"]): string =>
  JSON.stringify({ ...JSON.parse(body), [texts[creates]]: `Another text ${next()}` });

/** Returns a body as one of the ways in which programs send it, rarely one that is refused. */
export function toSentBody(body: string): SentBody {
  const plain = { bytes: Buffer.from(body), headers: {} };
  if (random() < 0.7) return plain;
  const compressed = (encoding: string, bytes: Buffer<ArrayBuffer>, status?: number): SentBody => ({
    bytes,
    headers: { "content-encoding": encoding },
    status,
  });
  const under = (name: string, value: string): SentBody => ({
    ...plain,
    headers: { [name]: value },
    status: 412,
  });
  const ways: (() => SentBody)[] = [
    () => ({ ...plain, bytes: Buffer.from(`\ufeff${body}`) }),
    () => compressed("gzip", gzipSync(body)),
    () => compressed("deflate", deflateSync(body)),
    () => compressed("br", brotliCompressSync(body)),
    () => compressed("identity", plain.bytes),
  ];
  const refused: (() => SentBody)[] = [
    () => ({ ...plain, bytes: Buffer.from(`\ufeff\ufeff${body}`), status: 400 }),
    () => compressed("gzip, gzip", gzipSync(gzipSync(body)), 415),
    () => compressed("zstd", plain.bytes, 415),
    () => compressed("gzip", gzipSync(body).subarray(0, -9), 400),
    () => compressed("gzip", gzipSync(Buffer.alloc(2 * 1024 * 1024)), 413),
    () => under("if-match", oneOf(["*", '"a", W/"b"'])),
    () => under("if-unmodified-since", "Sun, 01 Nov 2026 10:00:00 GMT"),
  ];
  return oneOf(isRare() || random() < 0.1 ? refused : ways)();
}
