import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { createAssignedPermit, expect, hydrated, type postAssignments, region } from "./journey";
import { cityWithCorrections } from "./seed";
import type { Requester } from "./sign-in";

type Assignment = { id: number; discipline: string };

export const press = (within: Page | Locator, name: string) =>
  within.getByRole("button", { name, exact: true }).click();
export const follow = (within: Page | Locator, name: string) =>
  within.getByRole("link", { name, exact: true }).click();
export const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
export const card = (page: Page) => region(page, "Corrections");
/** A correction on the page, by its number: "S-3". */
export const correction = (page: Page, number: string) =>
  card(page)
    .getByRole("listitem")
    .filter({ has: page.getByText(number, { exact: true }) });
/** The text of a correction in its form; "Correction" is also a kind. */
export const textOf = (form: Locator) => form.getByRole("textbox", { name: /^Correction/ });
export const toast = (page: Page, text: string | RegExp) =>
  expect(page.locator("#toasts")).toContainText(text);

/** Sends JSON to an endpoint, and returns the response's body. */
export async function call<Body>(
  request: APIRequestContext,
  method: "GET" | "POST" | "PUT" | "PATCH",
  address: string,
  data?: object,
): Promise<Body> {
  const response = await request.fetch(address, { method, data });
  expect(response.ok(), `${method} ${address}: ${await response.text()}`).toBe(true);
  return response.json();
}

/** The city whose permits only these journeys open. Cities that other journeys create use corrections too. */
export async function cityId(request: APIRequestContext): Promise<string> {
  const cities = await call<{ id: number; cityName: string }[]>(request, "GET", "/api/cities");
  return String(cities.find(({ cityName }) => cityName === cityWithCorrections)?.id);
}

/** The email of a user of the city with corrections. */
export async function clerkEmail(administrator: APIRequestContext): Promise<string> {
  const users = await call<{ email: string }[]>(
    administrator,
    "GET",
    `/api/cities/${await cityId(administrator)}/users`,
  );
  return users.at(-1)?.email ?? "";
}

/** The provider's number of a permit. */
export const numberOf = async (request: APIRequestContext, id: string) =>
  (await call<{ urban37PermitNumber: string }>(request, "GET", `/api/permits/${id}`)).urban37PermitNumber;

/** Makes a status link of a permit and returns it. */
export const makeLink = async (request: APIRequestContext, id: string) =>
  (await call<{ link: string }>(request, "POST", `/api/permits/${id}/status-links`, {})).link;

/** The card of a permit with its plan check. */
export const planCheck = (page: Page) => region(page, "Plan check");

let count = 0;

/** Creates a permit that is assigned to Maria in Structural, and returns its address and id. */
export async function permitOf(administrator: Requester, rows?: Parameters<typeof postAssignments>[2]) {
  count += 1;
  const fields = { cityId: await cityId(administrator.request), cityPermitNumber: `CORR-${count}` };
  const address = await createAssignedPermit(administrator, fields, rows);
  return { address, id: address.split("/").at(-1) ?? "", review: `/employee-dashboard${address}` };
}

/** Opens the review page of a permit. */
export async function open(page: Page, address: string) {
  await page.goto(address);
  await hydrated(page);
}

export const write = (request: APIRequestContext, id: string, text: string, fields: object = {}) =>
  call<{ id: number; number: string }>(request, "POST", `/api/permits/${id}/corrections`, {
    discipline: "Structural",
    kind: "correction",
    text,
    ...fields,
  });

/** Decides the disciplines of the current cycle by what is open in them. */
async function decideAll({ request }: Requester, id: string) {
  const assignments = await call<Assignment[]>(request, "GET", `/api/permits/${id}/assignments`);
  const open = await call<{ discipline: string }[]>(
    request,
    "GET",
    `/api/permits/${id}/corrections?status=open&kind=correction`,
  );
  for (const { id: assignmentId, discipline } of assignments) {
    const isOpen = open.some((row) => row.discipline === discipline);
    const decision = isOpen ? "corrections_required" : "approved";
    await call(request, "PATCH", `/api/assignments/${assignmentId}/decision`, { decision });
  }
}

/** Decides what is open, and returns the address and the body of the letter's release. */
export async function prepareRelease({ request }: Requester, id: string, cycle = "PC1") {
  await decideAll({ request }, id);
  const address = `/api/permits/${id}/plan-checks/${cycle}/release`;
  const { seen } = await call<{ seen: string }>(request, "GET", address);
  return { address, data: { seen } };
}

/** Decides the disciplines of the current cycle, and releases its letter. */
export async function releaseLetter({ request }: Requester, id: string, cycle = "PC1") {
  const { address, data } = await prepareRelease({ request }, id, cycle);
  return call<{ id: number; number: string }>(request, "POST", address, data);
}

/** Releases the letter of the current cycle, and starts the next cycle. */
export async function startNextCycle(administrator: Requester, id: string) {
  await releaseLetter(administrator, id);
  await call(administrator.request, "POST", `/api/permits/${id}/next-cycle`, {});
}
