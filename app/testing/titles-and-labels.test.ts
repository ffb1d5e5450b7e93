import { beforeAll, describe, expect, test } from "vitest";
import { requestHtml } from "./page-request";
import { signInCookie } from "./test-addresses";
import { assign, makeCity, makePeople, makePermit, switchCorrections } from "./test-rows";

let permit: Awaited<ReturnType<typeof makePermit>>;
let revision: Awaited<ReturnType<typeof makePermit>>;
const cookies: Record<string, string> = { signedOut: "" };
const ids: Record<string, number> = {};

beforeAll(async () => {
  const city = await makeCity("Oakville");
  const people = await makePeople(city.id, (await makeCity()).id);
  permit = await makePermit(people.administrator, city.id);
  await assign(permit, people.reviewer, "Structural");
  await switchCorrections(city.id, true);
  revision = await makePermit(people.administrator, city.id, { revisionNumber: "rev1" });
  await assign(revision, people.reviewer, "Structural");
  for (const name of ["administrator", "reviewer", "cityUser"] as const)
    cookies[name] = await signInCookie(people[name]);
  Object.assign(ids, { permit: permit.id, city: city.id, employee: people.reviewer.employeeId });
});

const filled = (address: string) => address.replace(/:(\w+)/g, (_, name) => String(ids[name]));
const titleOf = (html: string) => [...html.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title);

async function htmlOf(person: string, address: string, body?: string): Promise<string> {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const sent = body === undefined ? {} : { method: "POST", body, headers };
  return (await requestHtml(filled(address), cookies[person], sent)).text();
}

describe("the title of each page of a permit names its number", () => {
  const titles: [person: string, address: string, title: string][] = [
    ["administrator", "/permits/delete-permit/:permit", "Delete #"],
    ["administrator", "/permits/:permit", "#"],
    ["administrator", "/permits/:permit/delete", "Delete #"],
    ["administrator", "/permits/:permit/edit", "Edit #"],
    ["administrator", "/permits/:permit/assignments", "Assign plan reviewers to #"],
    ["administrator", "/permits/:permit/corrections", "Corrections of #"],
    ["administrator", "/permits/:permit/letter", "PC1 letter of #"],
    ["administrator", "/employee-dashboard/permits/:permit", "#"],
    ["reviewer", "/employee-dashboard/permits/:permit", "#"],
    ["reviewer", "/employee-dashboard/permits/:permit/corrections/new", "Add correction"],
    ["cityUser", "/oakvilles/permits/:permit", "B26-1"],
  ];
  test.each(titles)("%s %s: %s", async (person, address, title) => {
    const expected = title.replace("#", permit.urban37PermitNumber);
    expect(titleOf(await htmlOf(person, address))).toEqual([`${expected} · Redline`]);
  });
});

describe("the title of a refused page begins with Error", () => {
  const titles: [person: string, address: string, title: string][] = [
    ["administrator", "/nowhere", "Page Not Found"],
    ["reviewer", "/permits/new", "Access Denied"],
    ["cityUser", "/oakvilles/permits/999999", "Permit not found"],
  ];
  test.each(titles)("%s %s: %s", async (person, address, title) => {
    expect(titleOf(await htmlOf(person, address))).toEqual([`Error: ${title} · Redline`]);
  });
});

describe("a refused form: the title begins with Error, its messages have the focus, and the labels say what is required", () => {
  const forms: [person: string, address: string, title: string, fields: number, body?: string][] = [
    ["signedOut", "/login", "Sign in", 2],
    ["administrator", "/permits/new", "New permit", 8],
    ["administrator", "/permits/:permit/edit", "Edit #", 8],
    ["administrator", "/permits/:permit/delete", "Delete #", 1],
    ["administrator", "/permits/:permit?upload", "#", 1],
    ["administrator", "/permits/:permit?time", "#", 3],
    ["administrator", "/permits/:permit?comment", "#", 1],
    ["administrator", "/cities/new", "Add City", 3],
    ["administrator", "/cities/:city/edit", "Edit Oakville", 3],
    ["administrator", "/cities/:city/fees/new", "Add fee", 4],
    ["administrator", "/cities/:city/pricing/new", "Add pricing", 3],
    ["administrator", "/cities/:city/users/invite", "Invite user", 1],
    ["administrator", "/cities/:city?logo", "Oakville", 1],
    ["administrator", "/employees/new", "Add Employee", 2, "disciplines=Fire"],
    ["administrator", "/standard-comments/new", "Add standard comment", 3],
    ["administrator", "/profile?password", "Profile", 2],
    ["administrator", "/profile?picture", "Profile", 1],
    ["administrator", "/profile?api-key", "Profile", 1],
    ["reviewer", "/employee-dashboard/permits/:permit?time", "#", 3],
    ["reviewer", "/employee-dashboard/permits/:permit?comment", "#", 1],
    ["reviewer", "/employee-dashboard/permits/:permit/corrections/new", "Add correction", 2],
    ["cityUser", "/submit", "Submit New Building Permit", 4],
    ["cityUser", "/oakvilles/permits/:permit?comment", "B26-1", 1],
  ];
  test.each(forms)("%s %s: %s", async (person, address, title, fields, body = "") => {
    const html = await htmlOf(person, address, body);
    const expected = title.replace("#", permit.urban37PermitNumber);
    expect(titleOf(html)).toEqual([`Error: ${expected} · Redline`]);
    const refused = [...html.matchAll(/<p class="error" id="(.*?)-error">/g)].map(([, id = ""]) => id);
    expect(refused.length).toBeGreaterThanOrEqual(fields);
    expect(repeatedIds(html)).toEqual([]);
    // Without messages at the top, the focus is in the only field, which is refused.
    expect(/<[^>]* autofocus=""[^>]*>/i.exec(html)?.[0]).toMatch(/class="error-summary"|aria-invalid="true"/);
    expect(refused.filter((id) => !labelOf(html, id).includes("(required)"))).toEqual([]);
  });
});

function repeatedIds(html: string): string[] {
  const ids = [...html.matchAll(/ id="(.*?)"/g)].map(([, id = ""]) => id);
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

/** Returns the label of a field, or the legend of its group. */
function labelOf(html: string, id: string): string {
  const label = new RegExp(`<label for="${id}">(.*?)</label>`).exec(html)?.[1];
  const before = html.slice(0, html.indexOf(`id="${id}-error"`));
  return label ?? before.slice(before.lastIndexOf("<legend"));
}

describe("in a list, what belongs to a permit says its revision", () => {
  const lists = ["/permits?view=open", "/plan-check-calendar?view=open", "/employee-dashboard"];
  test.each(lists)("%s", async (address) => {
    const html = await htmlOf("administrator", address);
    const { urban37PermitNumber } = revision;
    const hidden = html.matchAll(/ aria-label="(.*?)"|<span class="sr-only">(.*?)<\/span>/g);
    const names = [...hidden].map(([, label = "", text = ""]) => `${label}${text}`);
    const ofPermit = names.filter((name) => name.includes(urban37PermitNumber));
    expect(ofPermit.length).toBeGreaterThan(0);
    expect(ofPermit.filter((name) => !name.includes(`${urban37PermitNumber} rev1`))).toEqual([]);
  });
});
