import { join } from "node:path";
import Database from "better-sqlite3";
import { desc, eq } from "drizzle-orm";
import { matchPath, RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import type { FormResult } from "~/form.server";
import { keptFormMiddleware, renderKeptForm, signedOut } from "~/kept-form.server";
import { createApiKey } from "~/models/accounts/api-key.server";
import { signFormOwner } from "~/models/accounts/kept-form.server";
import { hashPassword } from "~/models/accounts/password.server";
import { startSession } from "~/models/accounts/session.server";
import { inviteCityUser } from "~/models/cities/city-user.server";
import { now, today } from "~/models/clock.server";
import { db, write, writer } from "~/models/db.server";
import { createEmployee } from "~/models/employees/employee.server";
import { createFee } from "~/models/fees/fee.server";
import { createPricing } from "~/models/fees/pricing.server";
import { storePicture } from "~/models/files/picture-store.server";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { navigationFor } from "~/models/navigation";
import { versionOf } from "~/models/plan-review/assignment.server";
import type { Viewer } from "~/models/policy";
import * as tables from "~/models/tables.server";
import {
  closed,
  contextOf,
  cookieOf,
  type Handler,
  leaves,
  moduleOf,
  responseAt,
  signInCookie,
  statusOf,
} from "./test-addresses";
import {
  assign,
  makeCity,
  makePeople,
  makePermit,
  makeViewer,
  type Person,
  people,
  permitFields,
  type Somebody,
} from "./test-rows";

/**
 * Who gets which HTTP status at each address, and from each form of a page. It is written by hand from the
 * specification: nothing here is worked out from the policy. What changes something by the API is in
 * `api/contract.test.ts`.
 *
 * The permit is of the city user's city, and so is the user without a role; `reviewer` is assigned to the
 * permit, `otherReviewer` is not. Each form is filled in well enough to pass, on rows of its own, so that a
 * refusal is about the person: 302 is success. 403 is followed by those whom the page says it is for: A
 * administrators, E employees, C city users; and by nobody for whoever is one of them.
 */
const table = `
                                            administrator reviewer otherReviewer cityUser otherCitysUser  noRole nobody
/
  GET                                                 200      200           200      200            200  403AEC    401
  GET ?cityId=:city                                   200      200           200      200            404  403AEC    401
  POST ?dialog=submit                                 404    403AC         403AC      302            302   403AC    401
  POST ?dialog=submit&cityId=:city                    302    403AC         403AC      302            404   403AC    401
/admin-dashboard
  GET                                                 200     403A          403A     403A           403A    403A    401
/permits
  GET                                                 200      200           200    403AE          403AE   403AE    401
/permits/new
  GET                                                 200     403A          403A     403A           403A    403A    401
  POST                                                302     403A          403A     403A           403A    403A    401
/permits/:permit
  GET                                                 200      200           200      302            404  403AEC    401
  GET ?edit&dialog=delete                             200      200           200      302            404  403AEC    401
  POST                                                400      400           400      400            400  403AEC    401
  POST ?edit                                          302     403A          403A     403A            404  403AEC    401
  POST ?dialog=delete                                 302     403A          403A     403A            404  403AEC    401
  POST ?dialog=next-cycle                             302     403A          403A     403A            404  403AEC    401
  POST ?upload                                        302      302           403      302            404  403AEC    401
  POST ?dialog=upload                                 302      302           403      302            404  403AEC    401
  POST ?dialog=delete-file&fileId=:file               302      403           403      403            404  403AEC    401
  POST ?dialog=delete-file&fileId=:ownFile            302      302           302      302            404  403AEC    401
  POST ?dialog=delete-file&fileId=:ownEarlierFile     302      403           403      403            404  403AEC    401
  POST ?status&assignmentId=:assignment               302      302           403    403AE          403AE  403AEC    401
  POST ?dialog=notes&assignmentId=:assignment         302      302           403    403AE          403AE  403AEC    401
  POST ?comment                                       302      302           302      403            404  403AEC    401
  POST ?comment=:internalComment                      302      302           302      404            404  403AEC    401
  POST ?comment=:sharedComment                        302      302           302      302            404  403AEC    401
  POST ?dialog=edit-comment&commentId=:sharedComment  403      403           403      403            404  403AEC    401
  POST ?dialog=edit-comment&commentId=:ownComment     302      302           302      302            404  403AEC    401
  POST ?dialog=delete-comment&commentId=:sharedComment 403     403           403      403            404  403AEC    401
  POST ?dialog=delete-comment&commentId=:ownComment   302      302           302      302            404  403AEC    401
  POST ?time                                          400      302           400    403AE            404  403AEC    401
  POST ?time&employeeId=:reviewer                     302      302           403    403AE            404  403AEC    401
  POST ?dialog=edit-time&entryId=:entry               302      302           403    403AE          403AE  403AEC    401
  POST ?dialog=delete-time&entryId=:entry             302      302           403    403AE          403AE  403AEC    401
/permits/:permit/assignments
  GET                                                 200     403A          403A     403A           403A    403A    401
  POST                                                302     403A          403A     403A           403A    403A    401
/employee-dashboard
  GET                                                 200      200           200    403AE          403AE   403AE    401
/employee-dashboard/permits/:permit
  GET                                                 200      200           200    403AE          403AE   403AE    401
  POST ?edit                                          302     403A          403A    403AE          403AE   403AE    401
  POST ?dialog=delete                                 302     403A          403A    403AE          403AE   403AE    401
  POST ?upload                                        302      302           403    403AE          403AE   403AE    401
  POST ?dialog=delete-file&fileId=:file               302      403           403    403AE          403AE   403AE    401
  POST ?dialog=delete-file&fileId=:ownFile            302      302           302    403AE          403AE   403AE    401
  POST ?status&assignmentId=:assignment               302      302           403    403AE          403AE   403AE    401
  POST ?dialog=notes&assignmentId=:assignment         302      302           403    403AE          403AE   403AE    401
  POST ?comment                                       302      302           302    403AE          403AE   403AE    401
  POST ?time                                          400      302           400    403AE          403AE   403AE    401
/plan-check-calendar
  GET                                                 200      200           200    403AE          403AE   403AE    401
  GET ?print                                          200      200           200    403AE          403AE   403AE    401
  POST ?assignmentId=:assignment                      302      302           403    403AE          403AE   403AE    401
/hours
  GET                                                 200      200           200    403AE          403AE   403AE    401
  GET ?employeeId=:reviewer                           200      200           403    403AE          403AE   403AE    401
/hours.csv
  GET                                                 200      200           200    403AE          403AE   403AE    401
  GET ?employeeId=:reviewer                           200      200           403    403AE          403AE   403AE    401
  POST                                                405      405           405      405            405     405    405
/cities
  GET                                                 200     403A          403A     403A           403A    403A    401
  POST ?dialog=new                                    302     403A          403A     403A           403A    403A    401
/cities/:city
  GET                                                 200     403A          403A     403A           403A    403A    401
  POST ?edit                                          302     403A          403A     403A           403A    403A    401
  POST ?logo                                          302     403A          403A     403A           403A    403A    401
  POST ?dialog=invite                                 302     403A          403A     403A           403A    403A    401
  POST ?dialog=edit-user&userId=:clerk                302     403A          403A     403A           403A    403A    401
  POST ?dialog=delete-user&userId=:clerk              302     403A          403A     403A           403A    403A    401
  POST ?dialog=reset-password&userId=:clerk           302     403A          403A     403A           403A    403A    401
  POST ?dialog=new-fee                                302     403A          403A     403A           403A    403A    401
  POST ?dialog=edit-fee&feeId=:fee                    302     403A          403A     403A           403A    403A    401
  POST ?dialog=mark-paid&feeId=:fee                   302     403A          403A     403A           403A    403A    401
  POST ?dialog=new-pricing                            302     403A          403A     403A           403A    403A    401
  POST ?dialog=edit-pricing&pricingId=:pricing        302     403A          403A     403A           403A    403A    401
  POST ?dialog=delete-pricing&pricingId=:pricing      302     403A          403A     403A           403A    403A    401
  POST ?pricing=:pricing                              302     403A          403A     403A           403A    403A    401
/cities/:emptyCity
  POST ?deactivate                                    302     403A          403A     403A           403A    403A    401
  POST ?activate                                      302     403A          403A     403A           403A    403A    401
  POST ?dialog=delete                                 302     403A          403A     403A           403A    403A    401
/cities/:city/fees.csv
  GET                                                 200     403A          403A     403A           403A    403A    401
  POST                                                405      405           405      405            405     405    405
/employees
  GET                                                 200     403A          403A     403A           403A    403A    401
  POST ?dialog=new                                    302     403A          403A     403A           403A    403A    401
  POST ?dialog=new&isAdministrator=on                 302     403A          403A     403A           403A    403A    401
  POST ?dialog=edit&id=:employee                      302     403A          403A     403A           403A    403A    401
  POST ?dialog=activate&id=:employee                  302     403A          403A     403A           403A    403A    401
  POST ?dialog=deactivate&id=:employee                302     403A          403A     403A           403A    403A    401
  POST ?dialog=delete&id=:employee                    302     403A          403A     403A           403A    403A    401
  POST ?dialog=reset-password&id=:employee            302     403A          403A     403A           403A    403A    401
  POST ?dialog=reassign&id=:employee                  302     403A          403A     403A           403A    403A    401
/mail
  GET                                                 200     403A          403A     403A           403A    403A    401
/oakvilles
  GET                                                 200    403AC         403AC      200            200   403AC    401
  GET ?cityId=:city                                   200    403AC         403AC      200            404   403AC    401
  POST ?dialog=submit                                 404    403AC         403AC      302            302   403AC    401
  POST ?dialog=submit&cityId=:city                    302    403AC         403AC      302            404   403AC    401
/oakvilles/permits/:permit
  GET                                                 200    403AC         403AC      200            404   403AC    401
  POST ?edit                                          302    403AC         403AC     403A            404   403AC    401
  POST ?dialog=delete                                 302    403AC         403AC     403A            404   403AC    401
  POST ?dialog=upload                                 302    403AC         403AC      302            404   403AC    401
  POST ?dialog=delete-file&fileId=:file               302    403AC         403AC      403            404   403AC    401
  POST ?dialog=delete-file&fileId=:ownFile            302    403AC         403AC      302            404   403AC    401
  POST ?comment                                       302    403AC         403AC      403            404   403AC    401
  POST ?comment=:sharedComment                        302    403AC         403AC      302            404   403AC    401
  POST ?dialog=edit-comment&commentId=:ownComment     302    403AC         403AC      302            404   403AC    401
  POST ?dialog=delete-comment&commentId=:ownComment   302    403AC         403AC      302            404   403AC    401
/oakvilles/permits/:numberlessPermit
  POST ?city-number                                   302    403AC         403AC      302            404   403AC    401
/staged-files
  GET                                                 405      405           405      405            405     405    405
  POST                                                200      200           200      200            200  403AEC    401
  POST ?discard                                       204      204           204      204            204  403AEC    401
/uploads/:logo
  GET                                                 200      200           200      200            404     404    401
  POST                                                405      405           405      405            405     405    405
/profile
  GET                                                 200      200           200      200            200  403AEC    401
  POST ?name                                          302      302           302      302            302  403AEC    401
  POST ?picture                                       302      302           302      302            302  403AEC    401
  POST ?password                                      302      302           302      302            302  403AEC    401
  POST ?session&sessionId=:ownSession                 302      302           302      302            302  403AEC    401
  POST ?api-key                                       302      302           302      302            302  403AEC    401
  POST ?revoke&keyId=:ownApiKey                       302      302           302      302            302  403AEC    401
/api/docs
  GET                                                 200      200           200      200            200  403AEC    401
/api/openapi.json
  GET                                                 200      200           200      200            200  403AEC    401
/api/auth/user
  GET                                                 200      200           200      200            200     200    401
  POST                                                405      405           405      405            405     405    405
/api/dashboard/stats
  GET                                                 200      200           200    403AE          403AE   403AE    401
/api/permits
  GET                                                 200      200           200      200            200  403AEC    401
/api/permits/:permit
  GET                                                 200      200           200      200            404     404    401
/api/permits/:permit/files
  GET                                                 200      200           200      200            404     404    401
/api/permits/:permit/assignments
  GET                                                 200      200           200    403AE            404     404    401
/api/permits/:permit/history
  GET                                                 200      200           200    403AE            404     404    401
/api/permits/:permit/comments
  GET                                                 200      200           200      200            404     404    401
/api/permits/:permit/time-entries
  GET                                                 200      200           200    403AE            404     404    401
/api/plan-check-assignments
  GET                                                 200      200           200    403AE          403AE   403AE    401
/api/files/:file/download
  GET                                                 200      200           200      200            404     404    401
  GET ?inline                                         200      200           200      200            404     404    401
/api/files/download/:file
  GET                                                 200      200           200      200            404     404    401
/api/cities
  GET                                                 200      200           200      200            200  403AEC    401
/api/cities/:city
  GET                                                 200      200           200      200            404  403AEC    401
/api/cities/:city/users
  GET                                                 200     403A          403A     403A           403A    403A    401
/api/cities/:city/pricing
  GET                                                 200     403A          403A     403A           403A    403A    401
/api/city-fees
  GET ?cityId=:city                                   200     403A          403A     403A           403A    403A    401
/api/employees
  GET                                                 200      200           200    403AE          403AE   403AE    401
/api/employees/:employee
  GET                                                 200      200           200    403AE          403AE   403AE    401
/api/*
  GET                                                 404      404           404      404            404     404    401
  POST                                                404      404           404      404            404     404    401
/*
  GET                                                 404      404           404      404            404     404    401
  POST                                                404      404           404      404            404     404    401
/test-city
  GET                                                 404      404           404      404            404     404    404
  POST                                                404      404           404      404            404     404    404
/test-employee-login
  GET                                                 404      404           404      404            404     404    404
  POST ?userId=:reviewerUser                          404      404           404      404            404     404    404
/test-mail
  GET                                                 404      404           404      404            404     404    404
/test-ui
  GET                                                 404      404           404      404            404     404    404
`;

/** The test pages sign in themselves. */
const demoTable = `
                                            administrator reviewer otherReviewer cityUser otherCitysUser  noRole nobody
/test-city
  GET                                                 200      200           200      200            200     200    200
  POST                                                302      302           302      302            302     302    302
/test-employee-login
  GET                                                 200      200           200      200            200     200    200
  POST ?userId=:reviewerUser                          302      302           302      302            302     302    302
/test-mail
  GET                                                 200      200           200      200            200     200    200
/test-ui
  GET                                                 200      200           200      200            200     200    200
`;

type Row = { method: string; page: string; query: string; told: Record<Person, string> };

/** The rows of a table, each with the page that stands above it. */
function rowsOf(text: string): Row[] {
  const [head = "", ...lines] = text.trim().split("\n");
  expect(head.trim().split(/ +/)).toEqual(people);
  let page = "";
  return lines.flatMap((line) => {
    if (line.startsWith("/")) page = line;
    if (line.startsWith("/")) return [];
    const [method = "", ...cells] = line.trim().split(/ +/);
    const query = cells[0]?.startsWith("?") ? (cells.shift() ?? "") : "";
    expect(cells, line).toHaveLength(people.length);
    const told = Object.fromEntries(people.map((person, index) => [person, cells[index] ?? ""]));
    return { method, page, query, told: told as Row["told"] };
  });
}

const rows = rowsOf(table);
const shapeOf = (address: string) => address.replace(/:\w+/g, ":");
const leafOf = ({ page }: Pick<Row, "page">) =>
  leaves.find(({ address }) => shapeOf(address) === shapeOf(page));

let cityId: number;
let logo: string;
let picture: File;
let viewers: Record<Somebody, Viewer>;
let contexts: Record<Person, RouterContextProvider>;
let made = 0;

const password = "a quiet harbor by the sea";
const plan = new File(["%PDF-1.7 access"], "plan.pdf");

beforeAll(async () => {
  const { default: sharp } = await import("sharp");
  const square = { width: 8, height: 8, channels: 3, background: "red" } as const;
  const drawn = await sharp({ create: square }).png().toBuffer();
  picture = new File([new Uint8Array(drawn)], "square.png");
  logo = await storePicture(drawn);
  cityId = (await makeCity("Oakville")).id;
  await write((tx) => tx.update(tables.cities).set({ logoPath: logo }).where(eq(tables.cities.id, cityId)));
  const { id: otherCityId } = await makeCity("Elsewhere");
  const passwordHash = await hashPassword(password);
  viewers = await makePeople(cityId, otherCityId, { passwordHash });
  await makeViewer("city", { cityId, email: "city@demo.test" });
  const entries = people.map(async (person) => {
    const context = person === "nobody" ? new RouterContextProvider() : await contextOf(viewers[person]);
    return [person, context] as const;
  });
  contexts = Object.fromEntries(await Promise.all(entries)) as typeof contexts;
});

type Id = number | string;
/** What a name of the table stands for in one request, made when it is first asked for. */
type Named = (name: string) => Promise<Id>;

const stamps = () => ({ createdAt: now(), updatedAt: now() });
const newEmail = () => `person-${++made}@access.test`;
const newCode = () => `Z${(++made % 1296).toString(36).padStart(2, "0")}`;

async function makeFile(the: Named, uploader: Viewer, reviewCycle: "PC1" | "PC2") {
  const stored = await storeBytes(Buffer.from(await plan.arrayBuffer()));
  const permitId = Number(await the("permit"));
  const values = { permitId, reviewCycle, uploadedById: uploader.id, uploadedAt: now(), ...stored };
  const fields = { ...values, fileName: plan.name, kind: "pdf" } as const;
  const [file] = await write((tx) => tx.insert(tables.planFiles).values(fields).returning());
  return file?.id ?? 0;
}

async function makeComment(the: Named, { id: authorId }: Viewer, isShared: boolean) {
  const permitId = Number(await the("permit"));
  const text = { text: "Which sheet?", reviewCycle: "PC2", authorName: "Ann Author" } as const;
  const values = { permitId, authorId, isShared, ...text, ...stamps() };
  const [comment] = await write((tx) => tx.insert(tables.comments).values(values).returning());
  return comment?.id ?? 0;
}

/** The rows that the table names, each made for one request of `viewer`. */
const makers: Record<string, (the: Named, viewer: Viewer) => Id | Promise<Id>> = {
  city: () => cityId,
  logo: () => logo,
  reviewer: () => viewers.reviewer.employeeId ?? 0,
  reviewerUser: () => viewers.reviewer.id,
  permit: async () => {
    const permit = await makePermit(viewers.administrator, cityId, { reviewCycle: "PC2" });
    await assign(permit, viewers.reviewer, "Structural");
    return permit.id;
  },
  numberlessPermit: async (the) => {
    const id = Number(await the("permit"));
    await write((tx) =>
      tx.update(tables.permits).set({ cityPermitNumber: null }).where(eq(tables.permits.id, id)),
    );
    return id;
  },
  assignment: async (the) => (await assignmentsOf(the))[0]?.id ?? 0,
  file: (the) => makeFile(the, viewers.administrator, "PC2"),
  ownFile: (the, viewer) => makeFile(the, viewer, "PC2"),
  ownEarlierFile: (the, viewer) => makeFile(the, viewer, "PC1"),
  internalComment: async (the) => makeComment(the, await makeViewer("employee"), false),
  sharedComment: async (the) => makeComment(the, await makeViewer("employee"), true),
  ownComment: (the, viewer) => makeComment(the, viewer, true),
  entry: async (the) => {
    const whose = { permitId: Number(await the("permit")), employeeId: Number(await the("reviewer")) };
    const worked = { discipline: "Structural", reviewCycle: "PC2", quarterHours: 1 } as const;
    const values = { ...whose, ...worked, workDate: today(), ...stamps() };
    const [entry] = await write((tx) => tx.insert(tables.timeEntries).values(values).returning());
    return entry?.id ?? 0;
  },
  emptyCity: async () => (await makeCity()).id,
  clerk: async () => (await inviteCityUser(viewers.administrator, cityId, { email: newEmail() })).user.id,
  fee: async () => {
    const fields = { serviceType: "review", description: "Review", amount: 100, status: "pending" } as const;
    return (await createFee(viewers.administrator, cityId, fields)).id;
  },
  pricing: async () => {
    const fields = { serviceName: "Review", pricingType: "hourly", rate: 100, isActive: true } as const;
    return (await createPricing(viewers.administrator, cityId, fields)).id;
  },
  employee: async () => {
    const fields = { ...newEmployee(), disciplines: ["Fire" as const], isAdministrator: false };
    return (await createEmployee(viewers.administrator, fields)).employee.id;
  },
  ownSession: async (_, { id }) => {
    await write((tx) => startSession(tx, id, "Another browser"));
    return numberFrom("SELECT max(id) FROM sessions WHERE user_id = ?", id);
  },
  ownApiKey: async (_, viewer) => (await createApiKey(viewer, { name: "Export", isReadOnly: false })).id,
};

const numberFrom = (query: string, id: Id) => Number(writer.prepare(query).pluck().get(id));
const textOf = (query: string, id: Id) => String(writer.prepare(query).pluck().get(id));

const assignmentsOf = async (the: Named) =>
  db
    .select()
    .from(tables.assignments)
    .where(eq(tables.assignments.permitId, Number(await the("permit"))));

type Fields = Record<string, Id | boolean | File | readonly string[]>;
type Form = Fields | ((the: Named) => Fields | Promise<Fields>);

const submission = {
  projectName: "Garage",
  projectAddress: "1 Main Street",
  projectType: "other",
  projectDescription: "A garage for two cars",
};
const newEmployee = () => ({ name: "Nina New", email: newEmail(), disciplines: ["Fire"] });
const newCity = () => ({ cityName: "New Town", cityNumber: "12", urban37CityCode: newCode() });
const hours = { discipline: "Structural", hoursWorked: 0.25, workDate: today() };
const fee = { serviceType: "review", description: "Review", amount: "99.90", status: "pending" };
const service = { serviceName: "Review", pricingType: "hourly", rate: "130" };

/** A form with the version of the row that it was opened on. */
const edited =
  (sqlTable: string, name: string, fields: Form): Form =>
  async (the) => ({
    ...(typeof fields === "function" ? await fields(the) : fields),
    updatedAt: textOf(`SELECT updated_at FROM ${sqlTable} WHERE id = ?`, await the(name)),
  });

const ofPermit: Record<string, Form> = {
  edit: edited("permits", "permit", async (the) => ({
    ...permitFields,
    cityId,
    urban37PermitNumber: textOf(
      "SELECT urban37_permit_number FROM permits WHERE id = ?",
      await the("permit"),
    ),
  })),
  "dialog=delete": { confirmation: "delete" },
  "dialog=next-cycle": { cycle: "PC3" },
  upload: () => ({ reviewCycle: "PC2", files: plan }),
  "dialog=upload": () => ({ reviewCycle: "PC2", files: plan }),
  status: { status: "in_progress" },
  "dialog=notes": { comment: "The framing is fine" },
  comment: { text: "Which sheet?" },
  "dialog=edit-comment": { text: "Which sheets?" },
  time: hours,
  "dialog=edit-time": edited("time_entries", "entry", { ...hours, hoursWorked: 0.5 }),
};

/** How the forms of each page are filled in, by what their address asks; a form that is missing is empty. */
const forms: Record<string, Record<string, Form>> = {
  "/": { "dialog=submit": submission },
  "/oakvilles": { "dialog=submit": submission },
  "/permits/new": { "": () => ({ ...permitFields, cityId }) },
  "/permits/:permit": ofPermit,
  "/employee-dashboard/permits/:permit": ofPermit,
  "/oakvilles/permits/:permit": ofPermit,
  "/oakvilles/permits/:numberlessPermit": { "city-number": { cityPermitNumber: "B26-77" } },
  "/permits/:permit/assignments": {
    "": async (the) => ({
      "assignments[0].discipline": "Structural",
      "assignments[0].employeeId": viewers.otherReviewer.employeeId ?? 0,
      seen: versionOf(await assignmentsOf(the)),
    }),
  },
  "/cities": { "dialog=new": newCity },
  "/cities/:city": {
    edit: edited("cities", "city", () => ({ ...newCity(), submissionStatus: "approved" })),
    logo: () => ({ logo: picture }),
    "dialog=invite": () => ({ email: newEmail() }),
    "dialog=edit-user": edited("users", "clerk", () => ({ email: newEmail() })),
    "dialog=new-fee": fee,
    "dialog=edit-fee": edited("city_fees", "fee", { ...fee, dateCharged: today() }),
    "dialog=new-pricing": service,
    "dialog=edit-pricing": edited("city_pricing", "pricing", service),
  },
  "/cities/:emptyCity": { "dialog=delete": { confirmation: "delete" } },
  "/employees": {
    "dialog=new": newEmployee,
    "dialog=edit": async (the) => ({
      ...newEmployee(),
      isActive: "on",
      updatedAt: textOf(
        "SELECT users.updated_at FROM users JOIN employees ON user_id = users.id WHERE employees.id = ?",
        await the("employee"),
      ),
    }),
    "dialog=reassign": () => ({
      "moves[0].discipline": "Structural",
      "moves[0].employeeId": viewers.otherReviewer.employeeId ?? 0,
    }),
  },
  "/staged-files": { "": () => ({ files: plan }), discard: { keptFiles: "token" } },
  "/profile": {
    name: { firstName: "Nora" },
    picture: () => ({ picture }),
    password: { currentPassword: password, password: "another harbor by the sea" },
    "api-key": { name: "Export" },
  },
};

/** A filled form, with what its address names as fields too: some forms read it there. */
async function bodyOf({ page, query }: Row, asked: URLSearchParams, the: Named): Promise<FormData> {
  const [first = ["", ""]] = new URLSearchParams(query);
  const form = forms[page]?.[first[0] === "dialog" ? first.join("=") : first[0]] ?? {};
  const fields = typeof form === "function" ? await form(the) : form;
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...Object.fromEntries(asked), ...fields })) {
    for (const each of [value].flat()) body.append(name, each instanceof File ? each : String(each));
  }
  return body;
}

type Scene = Map<string, Promise<Id>>;

/** Finds what the table names in a scene, or makes it; what begins with `own` is made for each person. */
function namedIn(scene: Scene, viewer: Viewer): Named {
  const the: Named = (name) => {
    const key = name.startsWith("own") ? `${name} of ${viewer.id}` : name;
    const maker = makers[name];
    if (!maker) throw new Error(`Nothing is known of :${name}`);
    const made = scene.get(key) ?? Promise.resolve(maker(the, viewer));
    scene.set(key, made);
    return made;
  };
  return the;
}

async function filledIn(text: string, the: Named): Promise<string> {
  const parts = text.split(/(:\w+)/).map((part) => (part.startsWith(":") ? the(part.slice(1)) : part));
  return (await Promise.all(parts)).join("");
}

/** What a person is told who sends a row of the table: the status, and for a 403 whom the page is for. */
async function responseTo(person: Person, row: Row, scene: Scene): Promise<string> {
  const the = namedIn(scene, person === "nobody" ? viewers.administrator : viewers[person]);
  const { address, handler } = await handlerOf(row);
  const query = await filledIn(row.query, the);
  const response = await responseAt(handler, address, {
    method: row.method,
    query,
    params: matchPath(address, await filledIn(row.page, the))?.params as Record<string, string>,
    context: contexts[person],
    body: row.method === "GET" ? undefined : await bodyOf(row, new URLSearchParams(query), the),
  });
  const status = statusOf(response);
  if (status !== 403) return String(status);
  const { requiredRoles = [] } = (await (response as Response).json()) as { requiredRoles?: string[] };
  return `403${requiredRoles.map((label) => label[0]).join("")}`;
}

async function handlerOf({ page, method }: Pick<Row, "page" | "method">) {
  const leaf = leafOf({ page });
  if (!leaf) throw new Error(`No page at ${page}`);
  const { loader, action } = await moduleOf(leaf.file);
  const handler = method === "GET" ? loader : action;
  if (!handler) throw new Error(`No ${method} at ${page}`);
  return { ...leaf, handler };
}

async function expectStatuses(row: Row) {
  const unchanged: Scene = new Map();
  const answers: Partial<Row["told"]> = {};
  const expected: Partial<Row["told"]> = {};
  for (const person of people) {
    expected[person] = row.told[person];
    const changes = row.method !== "GET" && expected[person] === "302";
    answers[person] = await responseTo(person, row, changes ? new Map() : unchanged);
  }
  expect(answers).toEqual(expected);
}

/** Sends a row of the table without a session, from a page of this person. */
async function sendSignedOut(person: Somebody, row: Row) {
  const the = namedIn(new Map(), viewers[person]);
  const { address, handler } = await handlerOf(row);
  const query = await filledIn(row.query, the);
  const params = matchPath(address, await filledIn(row.page, the))?.params as Record<string, string>;
  const fields = await bodyOf(row, new URLSearchParams(query), the);
  const body = new FormData();
  body.append("owner-0", signFormOwner(viewers[person]));
  for (const [name, value] of fields) body.append(name, value);
  const context = new RouterContextProvider();
  const send: Handler = (given) =>
    keptFormMiddleware(given, async () => {
      try {
        return (await handler(given)) as Response;
      } catch (thrown) {
        return thrown as Response;
      }
    });
  const asked = { method: "POST", query, params, body, context };
  return { handler, fields, asked, response: (await responseAt(send, address, asked)) as Response };
}

const named = (all: Row[]) => all.map((row) => [`${row.method} ${row.page}${row.query}`, row] as const);

test.each(named(rows))("%s", (_, row) => expectStatuses(row));

describe("in the demo", () => {
  test.each(named(rowsOf(demoTable)))("%s", async (_, row) => {
    vi.spyOn(env, "DEMO", "get").mockReturnValue(true);
    await expectStatuses(row).finally(() => vi.restoreAllMocks());
  });
});

const pages = closed.filter(({ file }) => !file.startsWith("routes/api/"));

test.each(pages)("$address stands in the table, with its forms", async ({ file, address }) => {
  const { loader, action } = await moduleOf(file);
  const methods = rows.filter(({ page }) => shapeOf(page) === shapeOf(address)).map(({ method }) => method);
  const own = [loader && "GET", action && "POST"].filter((method) => method !== undefined);
  expect(new Set(methods)).toEqual(new Set(own));
});

const posts = rows.filter(({ method, told }) => method === "POST" && Number(told.administrator) < 404);

/** A connection that sees when another one has changed anything. */
const onlooker = new Database(join(env.DATA_DIR, "redline.db"), { readonly: true });
afterAll(() => onlooker.close());

const sendable = rows.filter(({ method, told }) => method === "POST" && Object.values(told).includes("302"));

test.each(named(sendable))(
  "%s is kept without a session, and drawn again without being sent",
  async (_, row) => {
    const person = people.find((each) => row.told[each] === "302") as Somebody;
    const { handler, fields, asked, response } = await sendSignedOut(person, row);
    expect(response.status).toBe(401);
    const kept = cookieOf(response.headers.get("Set-Cookie"));
    const [form] = await db.select().from(tables.keptForms).orderBy(desc(tables.keptForms.id)).limit(1);
    const texts = [...fields].filter(([name, value]) => typeof value === "string" && !/password/i.test(name));
    const files = [...fields].map(([, value]) => value).filter((value) => value instanceof File);
    expect(form).toMatchObject({
      userId: viewers[person].id,
      fields: texts,
      fileNames: files.map(({ name }) => name),
    });

    const url = new URL(form?.address ?? "", "http://localhost:3000");
    const cookie = `${kept}; ${await signInCookie(viewers[person])}`;
    const version = () => onlooker.pragma("data_version", { simple: true });
    const before = version();
    let rendered: unknown;
    await renderKeptForm(new Request(url, { headers: { cookie } }), async (request) => {
      rendered = await handler({ request, url, params: asked.params, context: contexts[person] });
      return new Response();
    });
    expect(statusOf(rendered)).toBe(200);
    const { failure, submission } = (rendered as { data: FormResult }).data;
    expect(failure).toBe(signedOut);
    expect(submission.error?.[""]).toEqual(
      files.length > 0
        ? [signedOut, `Choose these files again: ${files.map(({ name }) => name).join(", ")}`]
        : [signedOut],
    );
    expect(version()).toBe(before);
  },
);

test.each(named(posts))("nothing but %s", async (_, { page, query }) => {
  const { address, handler } = await handlerOf({ page, method: "POST" });
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    const context = contexts.administrator;
    const refused = await responseAt(handler, address, { method, query, context, body: new FormData() });
    expect(statusOf(refused), method).toBe(405);
    expect((refused as Response).headers.get("Allow"), method).toContain("POST");
  }
});

test.each(closed)(
  "$address is closed to nobody's requests, whatever the method",
  async ({ file, address }) => {
    const { loader, action, default: page } = await moduleOf(file);
    const answers: Record<string, number> = {};
    const context = new RouterContextProvider();
    if (loader) answers.GET = statusOf(await responseAt(loader, address, { context }));
    for (const method of ["POST", "PUT", "PATCH", "DELETE"])
      if (action) answers[method] = statusOf(await responseAt(action, address, { method, context }));
    // The test pages are not there outside the demo, whoever asks.
    const refused = address.includes("/test-") ? 404 : 401;
    if (page) expect(answers.GET).toBe(refused);
    expect(Object.values(answers)).toContain(refused);
    for (const [method, status] of Object.entries(answers)) expect([refused, 405], method).toContain(status);
  },
);

/** Section 6 of the specification. */
const links = {
  administrator: ["/", "/permits", "/employee-dashboard", "/plan-check-calendar", "/cities", "/employees"],
  reviewer: ["/", "/employee-dashboard", "/plan-check-calendar"],
  cityUser: ["/"],
  noRole: ["/", "/permits", "/employee-dashboard", "/plan-check-calendar", "/cities", "/employees"],
} as const;

test.each(Object.entries(links))("%s is shown these links of the navigation", (person, shown) => {
  const { role } = viewers[person as keyof typeof links];
  expect(navigationFor({ role }).map(({ to }) => to)).toEqual(shown);
});
