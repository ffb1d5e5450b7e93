import { RouterContextProvider } from "react-router";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signFormOwner } from "~/models/accounts/kept-form.server";
import { recordAttempt } from "~/models/accounts/password-attempt.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { required, z } from "~/models/schema.server";
import { keptForms, signInFailures } from "~/models/tables.server";
import { statementsIn } from "~/testing/statements";
import { cookieOf, signInCookie } from "~/testing/test-addresses";
import { makeViewer } from "~/testing/test-rows";
import { db, write } from "../db/db.server";
import { addressContext } from "../http/viewer.server";
import { newIdempotencyKey } from "../secret.server";
import { submit } from "./form.server";
import { keptFormMiddleware, renderKeptForm } from "./kept-form.server";

const address = "http://localhost:3000/permits/new?sent";
const Form = z.object({ projectName: required("Project name is required") });

let ann: Viewer;

beforeAll(async () => {
  ann = await makeViewer("admin");
});

beforeEach(() =>
  write(async (tx) => {
    await tx.delete(keptForms);
    await tx.delete(signInFailures);
  }),
);

const rows = () => db.select().from(keptForms);

/** Sends a form without a session; returns the response. */
function send(
  fields: Record<string, string>,
  { pattern = "/permits/new", cookie = "", status = 401, from = "203.0.113.1" } = {},
) {
  const body = new URLSearchParams(fields);
  const request = new Request(address, { method: "POST", body, headers: { cookie } });
  const context = new RouterContextProvider();
  context.set(addressContext, from);
  const middlewareArguments = { request, url: new URL(address), pattern, context };
  return keptFormMiddleware(middlewareArguments, async () => new Response(null, { status }));
}

describe("a POST without a session", () => {
  test("is kept if its signed field is valid, and sets a signed cookie that scripts cannot read", async () => {
    const response = await send({ "owner-7": signFormOwner(ann), projectName: "House", formKey: "key" });
    const header = String(response.headers.get("Set-Cookie"));
    expect(header).toMatch(/^kept-forms=[^;]+; Max-Age=7200; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await rows()).toMatchObject([
      {
        userId: ann.id,
        address: "/permits/new?sent=",
        fields: [
          ["projectName", "House"],
          ["formKey", "key"],
        ],
      },
    ]);
    await send({ "owner-7": signFormOwner(ann), projectName: "Barn" }, { cookie: cookieOf(header) });
    const browsers = (await rows()).map(({ browserHash }) => browserHash);
    expect(new Set(browsers).size).toBe(1);
  });

  test.each([
    ["without a signed field", {}, {}],
    ["with an altered signed field", { "owner-0": "1.0.999999.forged" }, {}],
    ["to the API", { "owner-0": "valid" }, { pattern: "/api/permits" }],
    ["with another status", { "owner-0": "valid" }, { status: 302 }],
    ["with more than 1 MB of text", { "owner-0": "valid", text: "x".repeat(1024 * 1024) }, {}],
  ])(
    "%s is not kept",
    async (_, { "owner-0": owner, ...fields }: Record<string, string | undefined>, options) => {
      const signed =
        owner === "valid" ? { "owner-0": signFormOwner(ann) } : owner ? { "owner-0": owner } : {};
      const response = await send({ ...signed, ...fields } as Record<string, string>, options);
      expect(response.headers.get("Set-Cookie")).toBeNull();
      expect(await rows()).toEqual([]);
    },
  );
});

test("after a hundred forms from an address within a minute the next ones are refused and not kept", async () => {
  const address = "2001:db8::7";
  for (let count = 0; count < 99; count += 1) await recordAttempt(null, address);
  const fields = () => ({
    "owner-0": signFormOwner(ann),
    projectName: "House",
    formKey: newIdempotencyKey(),
  });
  expect((await send(fields(), { from: "2001:db8::8" })).headers.get("Set-Cookie")).not.toBeNull();
  const refused = await send(fields(), { from: "2001:db8::9" }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 429, message: expect.stringContaining("was not kept: go back") });
  expect((refused as Refusal).headers.get("retry-after")).toMatch(/^\d+$/);
  expect(await rows()).toHaveLength(1);
  expect((await send(fields(), { from: "203.0.113.9" })).status).toBe(401);
  expect(await rows()).toHaveLength(2);
});

describe("a kept form whose user has signed in again", () => {
  const render = async (
    viewer: Viewer,
    save: () => Promise<Response>,
    openedAddress = address,
    projectName = "House",
  ) => {
    const response = await send({ "owner-0": signFormOwner(ann), projectName });
    const cookie = `${cookieOf(response.headers.get("Set-Cookie"))}; ${await signInCookie(viewer)}`;
    let rendered: unknown;
    await renderKeptForm(new Request(openedAddress, { headers: { cookie } }), async (post) => {
      rendered = await submit(post, Form, {}, save).catch((thrown: unknown) => thrown);
      return new Response();
    });
    return rendered;
  };

  test("of a browser that has none left costs a page one statement", async () => {
    const cookie = await signInCookie(ann);
    const keptFormCookie = cookieOf(
      (await send({ "owner-0": signFormOwner(ann) })).headers.get("Set-Cookie"),
    );
    await write(async (tx) => void (await tx.delete(keptForms)));
    const headers = { cookie: `${cookie}; ${keptFormCookie}` };
    const executed = await statementsIn(() =>
      renderKeptForm(new Request(address, { headers }), async () => new Response()),
    );
    expect(executed).toEqual([expect.stringContaining('from "kept_forms"')]);
  });

  test("is rendered filled in and not executed, in every spelling of its address", async () => {
    let rehearsals = 0;
    const save = () =>
      write(async () => {
        rehearsals += 1;
        return new Response();
      });
    for (const spelling of [address, `${address}=`]) {
      const rendered = await render(ann, save, spelling);
      expect(rendered).toMatchObject({
        data: { submission: { initialValue: { projectName: "House" } } },
        init: { status: 200 },
      });
    }
    expect(rehearsals).toBe(2);
    expect(await rows()).toHaveLength(2);
  });

  test("shows only the message that the user was signed out, until it is sent again", async () => {
    const rendered = await render(ann, async () => new Response(), address, "");
    expect(rendered).toMatchObject({
      data: { submission: { error: { "": [expect.stringContaining("signed out")] } } },
    });
    expect(rendered).not.toMatchObject({
      data: { submission: { error: { projectName: expect.anything() } } },
    });
  });

  test("is refused if the user is no longer allowed to send it", async () => {
    const refuse = async () => {
      throw new Refusal(403, "You may not do this");
    };
    expect(await render(ann, refuse)).toMatchObject({ status: 403, message: "You may not do this" });
  });

  test("shows that its row was deleted in the meantime", async () => {
    const refuse = async () => {
      throw new Refusal(404, "Comment not found");
    };
    expect(await render(ann, refuse)).toMatchObject({
      data: { submission: { error: { "": [expect.stringContaining("signed out"), "Comment not found"] } } },
    });
  });

  test("is not rendered for another user or at another address", async () => {
    const save = async () => new Response();
    expect(await render(ann, save, "http://localhost:3000/permits")).toBeUndefined();
    const before = await rows();
    expect(await render(await makeViewer("admin"), save)).toBeUndefined();
    expect(await rows()).toEqual(before);
  });
});
