import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { updateCity } from "~/models/cities/city.server";
import { listCityUsers } from "~/models/cities/city-user.server";
import { db } from "~/models/db.server";
import type { Viewer } from "~/models/policy";
import { cities, users } from "~/models/tables.server";
import { outcomeOf } from "~/testing/action-outcome";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { newPasswordLink } from "../accounts/one-time-secret.server";
import { cityAction, loadCityPage, loadCityTable } from "./cities.server";

let administrator: Viewer;
let clerk: Viewer;
let id: number;
let code: string;

beforeAll(async () => {
  administrator = await makeViewer("admin", { name: "Dana Price" });
});
beforeEach(async () => {
  ({ id, code } = await makeCity("Oakville"));
  clerk = await makeViewer("city", { cityId: id, name: "Priya Nair" });
});

/** Posts to the city's page and returns the result, with the password link of a redirect. */
async function post(query: string, body: BodyInit, viewer = administrator) {
  const url = new URL(`http://localhost:3000/cities/${id}${query}`);
  const request = new Request(url, { method: "POST", body });
  const { cookie = "", ...result } = await outcomeOf(cityAction({ request, viewer, id, url }));
  const { secret } = await newPasswordLink.take(administrator, new Request(url, { headers: { cookie } }));
  return { ...result, link: secret?.link };
}

const fields = (values: Record<string, string>) => new URLSearchParams(values);
const stored = async () => (await db.select().from(cities).where(eq(cities.id, id)))[0];
const page = () => `/cities/${id}`;
const load = (query: string) =>
  loadCityPage(administrator, id, new URL(`http://localhost:3000${page()}${query}`));
const loadList = (query: string) =>
  loadCityTable(administrator, new URL(`http://localhost:3000/cities${query}`));

const filled = (updatedAt = "") => ({
  cityName: "Oakville",
  cityNumber: "23",
  urban37CityCode: code,
  managerPhone: "7075550123",
  submissionStatus: "in_process",
  approvalWording: "approved",
  updatedAt,
});

describe("?edit", () => {
  test("saves the form and redirects to the city", async () => {
    const expectedVersion = (await stored())?.updatedAt;
    expect(await post("?edit", fields(filled(expectedVersion)))).toMatchObject({
      status: 302,
      location: page(),
      toast: "City updated successfully",
    });
    expect(await stored()).toMatchObject({
      managerPhone: "(707) 555-0123",
      submissionStatus: "in_process",
    });
  });

  test("changes nothing if it is saved as it was", async () => {
    await post("?edit", fields(filled((await stored())?.updatedAt)));
    const before = await stored();
    await post("?edit", fields(filled(before?.updatedAt)));
    expect(await stored()).toEqual(before);
  });

  test("sets and says In Process when corrections are switched on and the status was not changed", async () => {
    const save = async (changes: Record<string, string>) =>
      post("?edit", fields({ ...filled((await stored())?.updatedAt), usesCorrections: "on", ...changes }));
    const { toast } = await save({ submissionStatus: "approved" });
    expect(toast).toBe(
      "City updated successfully. Its new submissions are In Process, because it now uses corrections.",
    );
    expect((await stored())?.submissionStatus).toBe("in_process");
    expect((await save({ submissionStatus: "approved" })).toast).toBe("City updated successfully");
    expect((await stored())?.submissionStatus).toBe("approved");
  });

  test("saves the settings of letters, and clears those that are left empty or unchecked", async () => {
    const settings = { letterNamesReviewers: "on", approvalWording: "recommended", letterCodes: "CBC 2025" };
    const fullName = "Municipality of Oakville";
    const typed = { ...settings, fullName, letterContact: "Building counter\r\n(707) 555-0123" };
    await post("?edit", fields({ ...filled((await stored())?.updatedAt), ...typed }));
    expect(await stored()).toMatchObject({
      fullName,
      letterNamesReviewers: true,
      letterContact: "Building counter\n(707) 555-0123",
      letterCodes: "CBC 2025",
      approvalWording: "recommended",
    });
    expect((await load("?edit")).form?.values).toMatchObject({
      ...settings,
      fullName,
      letterContact: "Building counter\n(707) 555-0123",
    });
    await post(
      "?edit",
      fields({ ...filled((await stored())?.updatedAt), fullName: " ", letterContact: " ", letterCodes: "" }),
    );
    expect(await stored()).toMatchObject({
      fullName: null,
      letterNamesReviewers: false,
      letterContact: null,
      letterCodes: null,
      approvalWording: "approved",
    });
  });

  test("returns everything that was typed when the form is refused", async () => {
    const letterContact = "x".repeat(301);
    const result = await post(
      "?edit",
      fields({ ...filled(), cityName: "", managerPhone: "555", letterContact }),
    );
    expect(result.status).toBe(400);
    expect(result.errors).toMatchObject({
      cityName: ["City name is required"],
      managerPhone: ["Enter a phone number of 10 digits, such as (707) 555-0123"],
      letterContact: ["Keep this to 300 characters or fewer"],
    });
    expect(result.typed).toMatchObject({ managerPhone: "555", urban37CityCode: code, letterContact });
  });

  test("with an outdated version returns both versions", async () => {
    const expectedVersion = (await stored())?.updatedAt;
    const current = await updateCity(administrator, id, { managerName: "Harriet" });
    const result = await post("?edit", fields({ ...filled(expectedVersion), managerName: "Gus" }));
    expect(result).toMatchObject({ status: 409, typed: { managerName: "Gus" }, current });
  });
});

describe("?logo", () => {
  const picture = (format: "png" | "gif" = "png") =>
    sharp({ create: { width: 64, height: 32, channels: 3, background: "#2563eb" } })
      .toFormat(format)
      .toBuffer();
  const upload = (bytes?: Uint8Array | string, name = "logo.png") => {
    const form = new FormData();
    if (bytes !== undefined) form.append("logo", new File([bytes as BlobPart], name));
    else form.append("logo", new File([], ""));
    return post("?logo", form);
  };

  test("stores a re-encoded picture, and replaces it with another", async () => {
    expect(await upload(await picture())).toMatchObject({
      status: 302,
      location: page(),
      toast: "Logo uploaded successfully",
    });
    expect((await stored())?.logoPath).toMatch(/^[0-9a-f]{32}\.webp$/);
    expect((await load("")).city.logoUrl).toBe(`/uploads/${(await stored())?.logoPath}`);
  });

  test("removes the logo", async () => {
    await upload(await picture());
    const form = new FormData();
    form.append("remove", "yes");
    expect(await post("?logo", form)).toMatchObject({ status: 302, toast: "Logo removed" });
    expect((await stored())?.logoPath).toBeNull();
  });

  test.each([
    ["SVG", async () => '<svg xmlns="http://www.w3.org/2000/svg"/>', "logo.svg", /Only PNG, JPEG and WebP/],
    ["a text named png", async () => "not a picture", "logo.png", /Only PNG, JPEG and WebP/],
    ["GIF", () => picture("gif"), "logo.gif", /Only PNG, JPEG and WebP/],
    ["2 MB", async () => Buffer.alloc(2 * 1024 * 1024), "large.png", /larger than 1 MB/],
    ["nothing", async () => undefined, "", /Choose a picture first/],
  ])("refuses %s at its field, and changes nothing", async (_, bytesOf, name, message) => {
    const result = await upload(await bytesOf(), name);
    expect(result.status).toBe(name === "large.png" ? 413 : 400);
    expect(result.errors?.logo?.[0]).toMatch(message);
    expect((await stored())?.logoPath).toBeNull();
  });
});

test("?deactivate and ?activate change the active state of the city", async () => {
  expect(await post("?deactivate", fields({}))).toMatchObject({ toast: "Oakville is now inactive" });
  expect((await stored())?.isActive).toBe(false);
  expect(await post("?activate", fields({}))).toMatchObject({ toast: "Oakville is now active" });
  expect((await stored())?.isActive).toBe(true);
});

describe("?dialog=delete", () => {
  test("deletes when the word is typed exactly, and redirects to the list under the dialog", async () => {
    const refused = await post(
      "?dialog=delete",
      fields({ confirmation: "Delete", returnTo: "/cities?page=2" }),
    );
    expect(refused).toMatchObject({ status: 400, typed: { returnTo: "/cities?page=2" } });
    expect(
      await post("?dialog=delete", fields({ confirmation: "delete", returnTo: "/cities?page=2" })),
    ).toMatchObject({ status: 302, location: "/cities?page=2", toast: "City deleted successfully" });
    expect(await stored()).toBeUndefined();
  });

  test("of a city with permits shows the reason, before and after it is submitted", async () => {
    await makePermit(administrator, id);
    const reason = "Oakville has 1 permit on record, so it cannot be deleted.";
    expect((await load("?dialog=delete")).deleting?.deletionBlocker).toBe(reason);
    expect((await loadList(`?dialog=delete&id=${id}`)).deleting?.deletionBlocker).toBe(reason);
    const result = await post("?dialog=delete", fields({ confirmation: "delete" }));
    expect(result).toMatchObject({ status: 409, failure: reason, current: { id } });
  });

  test("redirects only to local pages", async () => {
    const result = await post(
      "?dialog=delete",
      fields({ confirmation: "delete", returnTo: "https://elsewhere.test/" }),
    );
    expect(result.location).toMatch(/^\//);
  });
});

describe("the dialogs of users", () => {
  const of = (dialog: string, userId = clerk.id) => `?dialog=${dialog}&userId=${userId}`;

  test("an invitation shows its link once, and a repeated post redirects without creating another", async () => {
    const invitation = { email: `ana${id}@oakville.test`, formKey: `the key of the form ${id}` };
    const first = await post("?dialog=invite", fields(invitation));
    expect(first).toMatchObject({ status: 302, location: page(), toast: `${invitation.email} was invited` });
    expect(first.link).toContain("/invite/");
    const second = await post("?dialog=invite", fields(invitation));
    expect(second).toEqual({ ...first, link: undefined });
    expect(await listCityUsers(administrator, id)).toHaveLength(2);
  });

  test("an invitation to an address in use returns everything that was typed", async () => {
    const result = await post("?dialog=invite", fields({ email: clerk.email, firstName: "Ana" }));
    expect(result).toMatchObject({
      status: 409,
      errors: { email: ["This email address already has an account"] },
      typed: { firstName: "Ana" },
    });
  });

  test("an edit saves, a reset shows its link, and a deletion deletes", async () => {
    const updatedAt = (await listCityUsers(administrator, id))[0]?.updatedAt ?? "";
    const edit = fields({ email: clerk.email, firstName: "Pat", updatedAt });
    expect(await post(of("edit-user"), edit)).toMatchObject({ toast: "User updated successfully" });
    const reset = await post(of("reset-password"), fields({}));
    expect(reset).toMatchObject({ status: 302, location: page() });
    expect(reset.link).toContain("/reset-password/");
    expect(await post(of("delete-user"), fields({}))).toMatchObject({ toast: "User deleted successfully" });
    expect(await db.select().from(users).where(eq(users.id, clerk.id))).toEqual([]);
  });

  test("return 404 for a user of another city, and do not open", async () => {
    const otherClerk = await makeViewer("city", { cityId: (await makeCity()).id });
    const updatedAt = "2026-11-21T00:00:00.000Z";
    for (const dialog of ["edit-user", "delete-user", "reset-password"]) {
      const submitted = fields({ email: otherClerk.email, updatedAt });
      expect(await post(of(dialog, otherClerk.id), submitted)).toMatchObject({ status: 404 });
    }
    const loaded = await load(of("edit-user", otherClerk.id));
    expect(loaded.editingUser).toBeNull();
  });
});

test.each(["?edit", "?deactivate", "?dialog=delete", "?dialog=invite", "?dialog=reset-password&userId=1"])(
  "POST %s is refused to all but administrators",
  async (query) => {
    const submitted = fields({
      ...filled("2026-11-21T00:00:00.000Z"),
      email: "a@b.test",
      confirmation: "delete",
    });
    for (const viewer of [await makeViewer("employee"), clerk, await makeViewer(null)])
      expect((await post(query, submitted, viewer)).status).toBe(403);
  },
);

test("a post to an address without a form is refused", async () => {
  expect((await post("", fields({}))).status).toBe(400);
});

test("the page's data has only what the page shows", async () => {
  await updateCity(administrator, id, { managerName: "Harriet" });
  const loaded = await load("");
  expect(loaded.city).not.toHaveProperty("idempotencyKey");
  expect(loaded).toMatchObject({ form: null, deleting: null, inviting: null, editingUser: null });
  expect((await load("?dialog=invite")).inviting?.idempotencyKey).toMatch(/.{16}/);
  expect((await load("?edit")).form?.values).toMatchObject({ managerName: "Harriet" });
});

test("the list opens a dialog over its filters, and none for a deleted city", async () => {
  const table = await loadList("?search=oak&dialog=new");
  expect(table.form).toMatchObject({ isNew: true, idempotencyKey: expect.any(String) });
  expect(table.filter).toEqual({ search: "oak", page: 1 });
  expect(Object.keys(table.rows[0] ?? {})).toEqual([
    "id",
    "cityName",
    "cityNumber",
    "urban37CityCode",
    "managerName",
    "managerEmail",
    "isActive",
    "logoUrl",
  ]);
  expect((await loadList("?dialog=delete&id=999999")).deleting).toBeNull();
});
