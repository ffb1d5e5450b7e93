import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { updateCity } from "~/models/cities/city.server";
import { listCityUsers } from "~/models/cities/city-user.server";
import { notSent } from "~/models/failures";
import type { Viewer } from "~/models/policy";
import { cities, users } from "~/models/tables.server";
import { db } from "~/platform/db/db.server";
import { type Fields, openPage, sendForm } from "~/testing/send-form";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import type { Route as CitiesRoute } from "./+types/cities";
import type { Route as CityRoute } from "./+types/city";

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

type City = CityRoute.ComponentProps["loaderData"];
type Cities = CitiesRoute.ComponentProps["loaderData"];

const page = () => `/cities/${id}`;
const open = <Dialog = unknown>(path = "") => openPage<City, Dialog>(administrator, `${page()}${path}`);
const openEditor = () => openPage<{ values: object }>(administrator, `${page()}/edit`);
const openList = <Dialog = unknown>(path = "") => openPage<Cities, Dialog>(administrator, `/cities${path}`);
const send = (path: string, fields: Fields = {}, viewer = administrator) =>
  sendForm(viewer, `${page()}${path}`, fields);
const stored = async () => (await db.select().from(cities).where(eq(cities.id, id)))[0];

/** The link that the page shows to whom a form has redirected. */
const linkFor = async (cookie: string) =>
  (await openPage<City>(administrator, page(), cookie)).page.secret?.link;

const filled = (updatedAt = "") => ({
  cityName: "Oakville",
  cityNumber: "23",
  urban37CityCode: code,
  managerPhone: "7075550123",
  submissionStatus: "in_process",
  approvalWording: "approved",
  resubmittalSets: "complete",
  letterRecipients: "city",
  applicantsAnswer: "on",
  updatedAt,
});

describe("the page to edit", () => {
  test("saves the form and redirects to the city", async () => {
    const expectedVersion = (await stored())?.updatedAt;
    expect(await send("/edit", filled(expectedVersion))).toMatchObject({
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
    await send("/edit", filled((await stored())?.updatedAt));
    const before = await stored();
    await send("/edit", filled(before?.updatedAt));
    expect(await stored()).toEqual(before);
  });

  test("sets and says In Process when corrections are switched on and the status was not changed", async () => {
    const save = async (changes: Record<string, string>) =>
      send("/edit", { ...filled((await stored())?.updatedAt), usesCorrections: "on", ...changes });
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
    await send("/edit", { ...filled((await stored())?.updatedAt), ...typed });
    expect(await stored()).toMatchObject({
      fullName,
      letterNamesReviewers: true,
      letterContact: "Building counter\n(707) 555-0123",
      letterCodes: "CBC 2025",
      approvalWording: "recommended",
    });
    expect((await openEditor()).page.values).toMatchObject({
      ...settings,
      fullName,
      letterContact: "Building counter\n(707) 555-0123",
    });
    const emptied = { fullName: " ", letterContact: " ", letterCodes: "" };
    await send("/edit", { ...filled((await stored())?.updatedAt), ...emptied });
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
    const typed = { ...filled(), cityName: "", managerPhone: "555", letterContact };
    const result = await send("/edit", typed);
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
    const result = await send("/edit", { ...filled(expectedVersion), managerName: "Gus" });
    expect(result).toMatchObject({ status: 409, typed: { managerName: "Gus" }, current });
  });
});

describe("?logo", () => {
  const picture = (format: "png" | "gif" = "png") =>
    sharp({ create: { width: 64, height: 32, channels: 3, background: "#2563eb" } })
      .toFormat(format)
      .toBuffer();
  const upload = (bytes?: Uint8Array | string, name = "logo.png") =>
    send("?logo", { logo: bytes === undefined ? new File([], "") : new File([bytes as BlobPart], name) });

  test("stores a re-encoded picture, and replaces it with another", async () => {
    expect(await upload(await picture())).toMatchObject({
      status: 302,
      location: page(),
      toast: "Logo uploaded successfully",
    });
    expect((await stored())?.logoPath).toMatch(/^[0-9a-f]{32}\.webp$/);
    expect((await open()).page.city.logoUrl).toBe(`/uploads/${(await stored())?.logoPath}`);
  });

  test("removes the logo", async () => {
    await upload(await picture());
    expect(await send("?logo", { remove: "yes", logo: new File([], "") })).toMatchObject({
      status: 302,
      toast: "Logo removed",
    });
    expect((await stored())?.logoPath).toBeNull();
  });

  test.each([
    ["SVG", async () => '<svg xmlns="http://www.w3.org/2000/svg"/>', "logo.svg", /Only PNG, JPEG and WebP/],
    ["a text named png", async () => "not a picture", "logo.png", /Only PNG, JPEG and WebP/],
    ["GIF", () => picture("gif"), "logo.gif", /Only PNG, JPEG and WebP/],
    ["11 MB", async () => Buffer.alloc(11 * 1024 * 1024), "large.png", /larger than 10 MB/],
    ["nothing", async () => undefined, "", /Choose a picture first/],
  ])("refuses %s at its field, and changes nothing", async (_, bytesOf, name, message) => {
    const result = await upload(await bytesOf(), name);
    expect(result.status).toBe(name === "large.png" ? 413 : 400);
    expect(result.errors?.logo?.[0]).toMatch(message);
    expect((await stored())?.logoPath).toBeNull();
  });
});

test("?deactivate and ?activate change the active state of the city", async () => {
  expect(await send("?deactivate")).toMatchObject({ toast: "Oakville is now inactive" });
  expect((await stored())?.isActive).toBe(false);
  expect(await send("?activate")).toMatchObject({ toast: "Oakville is now active" });
  expect((await stored())?.isActive).toBe(true);
});

describe("the dialog to delete", () => {
  const confirmed = { confirmation: "delete" };

  test("deletes when the word is typed exactly, and redirects to the list under the dialog", async () => {
    const overList = `/cities/delete-city/${id}?search=oak&page=2`;
    expect(await sendForm(administrator, overList, { confirmation: "Delete" })).toMatchObject({
      status: 400,
      errors: { confirmation: ["Type only the word delete, in lowercase letters, to confirm"] },
    });
    expect(await sendForm(administrator, overList, confirmed)).toMatchObject({
      status: 302,
      location: "/cities?search=oak&page=2",
      toast: "City deleted successfully",
    });
    expect(await stored()).toBeUndefined();
  });

  test("over the page of the city redirects to the list, and to no address that a form names", async () => {
    const sent = { ...confirmed, returnTo: "https://elsewhere.test/" };
    expect(await send("/delete?feePage=2", sent)).toMatchObject({ status: 302, location: "/cities" });
  });

  test("of a city with permits shows the reason, before and after it is submitted", async () => {
    await makePermit(administrator, id);
    const deletionBlocker = "Oakville has 1 permit on record, so it cannot be deleted.";
    expect((await open("/delete")).dialog).toMatchObject({ deletionBlocker });
    expect((await openList(`/delete-city/${id}`)).dialog).toMatchObject({ deletionBlocker });
    const result = await send("/delete", confirmed);
    expect(result).toMatchObject({ status: 409, failure: deletionBlocker, current: { id } });
  });
});

describe("the dialogs of users", () => {
  const of = (dialog: string, userId = clerk.id) => `/users/${userId}/${dialog}`;

  test("an invitation shows its link once, and a repeated post redirects without creating another", async () => {
    const invitation = { email: `ana${id}@oakville.test`, formKey: `the key of the form ${id}` };
    const first = await send("/users/invite?feePage=2", invitation);
    const expected = {
      status: 302,
      location: `${page()}?feePage=2`,
      toast: `An account for ${invitation.email} was created. ${notSent}`,
    };
    expect(first).toMatchObject(expected);
    expect(await linkFor(first.cookie)).toContain("/invite/");
    const second = await send("/users/invite?feePage=2", invitation);
    expect(second).toMatchObject(expected);
    expect(await linkFor(second.cookie)).toBeUndefined();
    expect(await listCityUsers(administrator, id)).toHaveLength(2);
  });

  test("an invitation to an address in use returns everything that was typed", async () => {
    const result = await send("/users/invite", { email: clerk.email, firstName: "Ana" });
    expect(result).toMatchObject({
      status: 409,
      errors: { email: ["This email address already has an account"] },
      typed: { firstName: "Ana" },
    });
  });

  test("an edit saves, a reset shows its link, and a deletion deletes", async () => {
    const updatedAt = (await listCityUsers(administrator, id))[0]?.updatedAt ?? "";
    const edit = { email: clerk.email, firstName: "Pat", updatedAt };
    expect(await send(of("edit"), edit)).toMatchObject({ toast: "User updated successfully" });
    const reset = await send(of("reset-password"));
    expect(reset).toMatchObject({ status: 302, location: page() });
    expect(await linkFor(reset.cookie)).toContain("/reset-password/");
    expect(await send(of("delete"))).toMatchObject({ toast: "User deleted successfully" });
    expect(await db.select().from(users).where(eq(users.id, clerk.id))).toEqual([]);
  });

  test("return 404 for a user of another city, and do not open", async () => {
    const otherClerk = await makeViewer("city", { cityId: (await makeCity()).id });
    const updatedAt = "2026-11-21T00:00:00.000Z";
    for (const dialog of ["edit", "delete", "reset-password"]) {
      const path = of(dialog, otherClerk.id);
      expect(await send(path, { email: otherClerk.email, updatedAt })).toMatchObject({ status: 404 });
      expect(await open(path)).toMatchObject({ status: 404, message: "User not found" });
    }
  });
});

test.each(["/edit", "?deactivate", "/delete", "/users/invite", "/users/1/reset-password"])(
  "POST %s is refused to all but administrators",
  async (path) => {
    const submitted = {
      ...filled("2026-11-21T00:00:00.000Z"),
      email: "a@b.test",
      confirmation: "delete",
    };
    for (const viewer of [await makeViewer("employee"), clerk, await makeViewer(null)])
      expect((await send(path, submitted, viewer)).status).toBe(403);
  },
);

test("a post to an address without a form is refused", async () => {
  expect((await send("")).status).toBe(400);
});

test("the page's data has only what the page shows", async () => {
  await updateCity(administrator, id, { managerName: "Harriet" });
  expect((await open()).page.city).not.toHaveProperty("idempotencyKey");
  expect((await open("/users/invite")).dialog).toEqual({
    idempotencyKey: expect.stringMatching(/.{16}/),
  });
  expect((await openEditor()).page.values).toMatchObject({ managerName: "Harriet" });
});

test("the list opens a dialog over its filters, and says that a city is deleted", async () => {
  const { page, dialog } = await openList("/new?search=oak");
  expect(dialog).toMatchObject({ idempotencyKey: expect.any(String) });
  expect(page.filter).toEqual({ search: "oak", page: 1 });
  expect(Object.keys(page.rows[0] ?? {})).toEqual([
    "id",
    "cityName",
    "cityNumber",
    "urban37CityCode",
    "managerName",
    "managerEmail",
    "isActive",
    "logoUrl",
  ]);
  expect(await openList("/delete-city/999999")).toMatchObject({ status: 404, message: "City Not Found" });
});
