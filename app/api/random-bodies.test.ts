import type { RouterContextProvider } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { firstDate, isCalendarDate, lastDate } from "~/models/calendar-date";
import { cleanLines, plainNumber } from "~/models/clean-text";
import { today } from "~/models/clock.server";
import { storedEmail } from "~/models/email.server";
import { formatPhone } from "~/models/phone";
import { comparableTitle } from "~/models/standard-comments/standard-comment";
import { cityFees, permits, standardComments } from "~/models/tables.server";
import { db } from "~/platform/db/db.server";
import { faultRounds } from "~/testing/fault-rounds";
import {
  type BodyAct,
  bodyActs,
  type Known,
  otherBody,
  randomBody,
  toSentBody,
} from "~/testing/random-bodies";
import { isRare, oneOf, random } from "~/testing/random-requests";
import { contextOf } from "~/testing/test-addresses";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { respond } from "./respond.server";

// What people and programs type and send, in every field of the endpoints that take a text, a date, a number, an email or
// a phone.

type Reply = { status: number; content: unknown; accepted: string | null };

const ids = {} as Record<BodyAct["noun"], number[]>;
let known: Known;
let administrator: RouterContextProvider;

beforeAll(async () => {
  const admin = await makeViewer("admin");
  const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  administrator = await contextOf(admin);
  const { id: cityId } = await makeCity("Oakville");
  const permit = await makePermit(admin, cityId, { requiredDisciplines: ["Fire"] });
  await assign(permit, reviewer, "Fire");
  known = { cityId, employeeId: reviewer.employeeId ?? 0 };
  for (const { noun, creates = noun } of bodyActs) {
    ids[noun] = [];
    ids[creates] = [];
  }
  ids.permits.push(permit.id);
  ids.cities.push(cityId);
});

async function send(
  { method, address }: BodyAct,
  id: number,
  sent: ReturnType<typeof toSentBody>,
): Promise<Reply> {
  const url = new URL(address.replace(":id", String(id)), "http://localhost:3000");
  const headers = { "content-type": "application/json", ...sent.headers };
  const request = new Request(url, { method, body: sent.bytes, headers });
  const response = await respond({ request, url, context: administrator });
  const content: unknown = await response.json();
  return { status: response.status, content, accepted: response.headers.get("accept-encoding") };
}

const isEmail = /email$/i;
const isNumber = /^(urban37PermitNumber|invoiceNumber)$/;
const isDate = /(date|on)$/i;

/** Expects that a text of a reply is as it is stored: nothing in it is unseen, and it is in its one spelling. */
function expectText(name: string, text: string): void {
  expect(cleanLines(text), name).toBe(text);
  if (isEmail.test(name)) expect(storedEmail(text), name).toBe(text);
  if (isNumber.test(name)) expect(plainNumber(text), name).toBe(text);
  if (name === "managerPhone") expect(formatPhone(text), name).toBe(text);
  if (isDate.test(name) && isCalendarDate(text))
    expect(firstDate <= text && text <= lastDate, text).toBe(true);
  if (name === "workDate") expect(text <= today(), text).toBe(true);
}

function expectTexts(content: unknown, name = ""): void {
  if (typeof content === "string") expectText(name, content);
  else if (Array.isArray(content)) for (const item of content) expectTexts(item, name);
  else if (content !== null && typeof content === "object") {
    for (const [key, value] of Object.entries(content)) expectTexts(value, key);
  }
}

type Created = { act: BodyAct; id: number; body: string; row: number };
const created: Created[] = [];

/** Sends a body again with its key, and another one with the same key: no row is made, and no text is lost. */
async function expectOneRow({ act, id, body, row }: Created): Promise<void> {
  const again = await send(act, id, { bytes: Buffer.from(body), headers: {} });
  expect([again.status, (again.content as { id: number }).id], `${act.address} ${body}`).toEqual([201, row]);
  const other = otherBody(body, act.creates ?? act.noun);
  const refused = await send(act, id, { bytes: Buffer.from(other), headers: {} });
  expect([refused.status, refused.content], `${act.address} ${other}`).toMatchObject([
    409,
    { fields: { formKey: ["This key was sent before with another body"] } },
  ]);
}

const weighted = bodyActs.flatMap((act) => Array<BodyAct>(act.weight).fill(act));

/** Sends a random body. Returns its act if it was accepted. */
async function sendRandom(): Promise<BodyAct | undefined> {
  const act = oneOf(weighted);
  const id = isRare() ? 99_999 : (oneOf(ids[act.noun]) ?? 99_999);
  const body = randomBody(act, known);
  const sent = toSentBody(body);
  const { status, content, accepted } = await send(act, id, sent);
  const about = `${act.method} ${act.address} ${JSON.stringify(sent.headers)} ${body}`;
  expect(status, about).toBeLessThan(500);
  if (sent.status) expect([400, 403, 404, 409, sent.status].includes(status), about).toBe(true);
  if (status === 415) expect(accepted, about).toBe("gzip, deflate, br");
  if (status >= 300) return undefined;
  expectTexts(content);
  const { id: row } = content as { id: number };
  if (act.creates && !ids[act.creates].includes(row)) ids[act.creates].push(row);
  if (act.creates && "formKey" in JSON.parse(body)) created.push({ act, id, body, row });
  return act;
}

const distinct = (values: unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size;

/** Expects that no two permits, fees of a city and standard comments look alike where they must differ. */
async function expectDistinct(): Promise<void> {
  const numbers = await db
    .select({ number: permits.urban37PermitNumber, revision: permits.revisionNumber })
    .from(permits);
  expect(distinct(numbers.map(({ number, revision }) => [plainNumber(number), revision]))).toBe(
    numbers.length,
  );
  const invoices = (await db.select({ city: cityFees.cityId, number: cityFees.invoiceNumber }).from(cityFees))
    .filter(({ number }) => number !== null)
    .map(({ city, number }) => [city, plainNumber(number ?? "")]);
  expect(distinct(invoices)).toBe(invoices.length);
  const titles = await db.select().from(standardComments);
  const places = titles.map(({ discipline, cityId, title }) => [discipline, cityId, comparableTitle(title)]);
  expect(distinct(places)).toBe(places.length);
}

const bodies = faultRounds(100_000, 2000);

test("of thousands of random bodies none fails with 500, and what is stored is in its one spelling", {
  timeout: bodies * 100,
}, async () => {
  const successes = new Map<BodyAct, number>();
  for (let sent = 0; sent < bodies; sent += 1) {
    const act = await sendRandom();
    if (act) successes.set(act, (successes.get(act) ?? 0) + 1);
    if (created.length > 0 && random() < 0.03) await expectOneRow(oneOf(created));
  }
  await expectDistinct();
  for (const act of bodyActs) {
    expect(successes.get(act) ?? 0, `${act.method} ${act.address}`).toBeGreaterThan(0);
  }
});
