import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { updateCity } from "~/models/cities/city.server";
import { listCityUsers } from "~/models/cities/city-user.server";
import { db } from "~/models/db.server";
import type { Viewer } from "~/models/policy";
import { cities, users } from "~/models/tables.server";
import { outcomeOf } from "~/testing/form-outcome";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { takeNewPasswordLink } from "../accounts/new-password-link.server";
import { cityAction } from "./city-actions.server";
import { loadCityPage } from "./city-page.server";
import { loadCityTable } from "./city-table.server";

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

/** Posts to the city's page and returns the outcome. */
async function post(query: string, body: BodyInit, viewer = administrator) {
  const url = new URL(`http://localhost:3000/cities/${id}${query}`);
  const request = new Request(url, { method: "POST", body });
  const { cookie = "", ...outcome } = await outcomeOf(cityAction({ request, viewer, id, url }));
  const { secret } = await takeNewPasswordLink(new Request(url, { headers: { cookie } }));
  return { ...outcome, link: secret?.link };
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
  updatedAt,
});

describe("?edit", () => {
  test("saves the form and leads back to the city", async () => {
    const seen = (await stored())?.updatedAt;
    expect(await post("?edit", fields(filled(seen)))).toMatchObject({
      status: 302,
      location: page(),
      toast: "City updated successfully",
    });
    expect(await stored()).toMatchObject({
      managerPhone: "(707) 555-0123",
      submissionStatus: "in_process",
    });
  });

  test("answers a refused form with all that was typed", async () => {
    const outcome = await post("?edit", fields({ ...filled(), cityName: "", managerPhone: "555" }));
    expect(outcome.status).toBe(400);
    expect(outcome.errors).toMatchObject({
      cityName: ["City name is required"],
      managerPhone: ["Enter a phone number of 10 digits, such as (707) 555-0123"],
    });
    expect(outcome.typed).toMatchObject({ managerPhone: "555", urban37CityCode: code });
  });

  test("that comes too late carries both versions", async () => {
    const seen = (await stored())?.updatedAt;
    const current = await updateCity(administrator, id, { managerName: "Harriet" });
    const outcome = await post("?edit", fields({ ...filled(seen), managerName: "Gus" }));
    expect(outcome).toMatchObject({ status: 409, typed: { managerName: "Gus" }, current });
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

  test("stores a picture anew, and another one in its place", async () => {
    expect(await upload(await picture())).toMatchObject({
      status: 302,
      location: page(),
      toast: "Logo uploaded successfully",
    });
    expect((await stored())?.logoPath).toMatch(/^[0-9a-f]{32}\.webp$/);
    expect((await load("")).city.logoUrl).toBe(`/uploads/${(await stored())?.logoPath}`);
  });

  test("takes the logo away", async () => {
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
    const outcome = await upload(await bytesOf(), name);
    expect(outcome.status).toBe(name === "large.png" ? 413 : 400);
    expect(outcome.errors?.logo?.[0]).toMatch(message);
    expect((await stored())?.logoPath).toBeNull();
  });
});

test("?deactivate and ?activate do so", async () => {
  expect(await post("?deactivate", fields({}))).toMatchObject({ toast: "Oakville is inactive now" });
  expect((await stored())?.isActive).toBe(false);
  expect(await post("?activate", fields({}))).toMatchObject({ toast: "Oakville is active now" });
  expect((await stored())?.isActive).toBe(true);
});

describe("?dialog=delete", () => {
  test("deletes once the word is typed, and leads back to the list it was opened over", async () => {
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

  test("of a city with permits says why not, before and after it is sent", async () => {
    await makePermit(administrator, id);
    const reason = "Oakville has 1 permit on record, so it cannot be deleted.";
    expect((await load("?dialog=delete")).deleting?.deletionBlocker).toBe(reason);
    expect((await loadList(`?dialog=delete&id=${id}`)).deleting?.deletionBlocker).toBe(reason);
    const outcome = await post("?dialog=delete", fields({ confirmation: "delete" }));
    expect(outcome).toMatchObject({ status: 409, failure: reason, current: { id } });
  });

  test("leads nowhere but to pages of ours", async () => {
    const outcome = await post(
      "?dialog=delete",
      fields({ confirmation: "delete", returnTo: "https://elsewhere.test/" }),
    );
    expect(outcome.location).toMatch(/^\//);
  });
});

describe("the users' dialogs", () => {
  const of = (dialog: string, userId = clerk.id) => `?dialog=${dialog}&userId=${userId}`;

  test("an invitation shows its link once; the second post of it leads to the same page", async () => {
    const sent = { email: `ana${id}@oakville.test`, formKey: `the key of the form ${id}` };
    const first = await post("?dialog=invite", fields(sent));
    expect(first).toMatchObject({ status: 302, location: page(), toast: `${sent.email} was invited` });
    expect(first.link).toContain("/invite/");
    const second = await post("?dialog=invite", fields(sent));
    expect(second).toEqual({ ...first, link: undefined });
    expect(await listCityUsers(administrator, id)).toHaveLength(2);
  });

  test("an invitation to a taken address keeps what was typed", async () => {
    const outcome = await post("?dialog=invite", fields({ email: clerk.email, firstName: "Ana" }));
    expect(outcome).toMatchObject({
      status: 409,
      errors: { email: ["This e-mail address has an account already"] },
      typed: { firstName: "Ana" },
    });
  });

  test("an edit saves, a deletion deletes, a reset shows its link", async () => {
    const updatedAt = (await listCityUsers(administrator, id))[0]?.updatedAt ?? "";
    const edit = fields({ email: clerk.email, firstName: "Pat", updatedAt });
    expect(await post(of("edit-user"), edit)).toMatchObject({ toast: "User updated successfully" });
    const reset = await post(of("reset-password"), fields({}));
    expect(reset).toMatchObject({ status: 302, location: page() });
    expect(reset.link).toContain("/reset-password/");
    expect(await post(of("delete-user"), fields({}))).toMatchObject({ toast: "User deleted successfully" });
    expect(await db.select().from(users).where(eq(users.id, clerk.id))).toEqual([]);
  });

  test("of a user of another city are 404, and the page opens none", async () => {
    const foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
    const updatedAt = "2026-11-21T00:00:00.000Z";
    for (const dialog of ["edit-user", "delete-user", "reset-password"]) {
      const sent = fields({ email: foreigner.email, updatedAt });
      expect(await post(of(dialog, foreigner.id), sent)).toMatchObject({ status: 404 });
    }
    const loaded = await load(of("edit-user", foreigner.id));
    expect(loaded.editingUser).toBeNull();
  });
});

test.each(["?edit", "?deactivate", "?dialog=delete", "?dialog=invite", "?dialog=reset-password&userId=1"])(
  "POST %s is refused to everybody but administrators",
  async (query) => {
    const sent = fields({ ...filled("2026-11-21T00:00:00.000Z"), email: "a@b.test", confirmation: "delete" });
    for (const viewer of [await makeViewer("employee"), clerk, await makeViewer(null)])
      expect((await post(query, sent, viewer)).status).toBe(403);
  },
);

test("an address that no form sends to is refused", async () => {
  expect((await post("", fields({}))).status).toBe(400);
});

test("the page tells nothing that it does not show", async () => {
  await updateCity(administrator, id, { managerName: "Harriet" });
  const loaded = await load("");
  expect(loaded.city).not.toHaveProperty("idempotencyKey");
  expect(loaded).toMatchObject({ form: null, deleting: null, inviting: null, editingUser: null });
  expect((await load("?dialog=invite")).inviting?.formKey).toMatch(/.{16}/);
  expect((await load("?edit")).form?.values).toMatchObject({ managerName: "Harriet" });
});

test("the list opens its dialogs over its filters, and none over a city that is gone", async () => {
  const table = await loadList("?search=oak&dialog=new");
  expect(table.form).toMatchObject({ isNew: true, formKey: expect.any(String) });
  expect(table.filter).toEqual({ search: "oak", page: 1 });
  expect((await loadList("?dialog=delete&id=999999")).deleting).toBeNull();
});
