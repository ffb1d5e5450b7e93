import { RouterContextProvider } from "react-router";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { submit } from "./form.server";
import { drawKeptForm, keptFormMiddleware } from "./kept-form.server";
import { sealOwner } from "./models/accounts/kept-form.server";
import { db, write } from "./models/db.server";
import type { Viewer } from "./models/policy";
import { Refusal } from "./models/refusal";
import { required, z } from "./models/schema.server";
import { keptForms } from "./models/tables.server";
import { cookieOf, signInCookie } from "./testing/test-addresses";
import { makeViewer } from "./testing/test-rows";

const address = "http://localhost:3000/permits/new?sent";
const Form = z.object({ projectName: required("Project name is required") });

let ann: Viewer;

beforeAll(async () => {
  ann = await makeViewer("admin");
});

beforeEach(() => write(async (tx) => void (await tx.delete(keptForms))));

const rows = () => db.select().from(keptForms);

/** Sends a form without a session; returns the response. */
function send(fields: Record<string, string>, { pattern = "/permits/new", cookie = "", status = 401 } = {}) {
  const body = new URLSearchParams(fields);
  const request = new Request(address, { method: "POST", body, headers: { cookie } });
  const asked = { request, url: new URL(address), pattern, context: new RouterContextProvider() };
  return keptFormMiddleware(asked, async () => new Response(null, { status }));
}

describe("a post without a session", () => {
  test("is kept when its sealed field is good, and the browser gets a signed cookie that no script reads", async () => {
    const response = await send({ "owner-7": sealOwner(ann), projectName: "House", formKey: "key" });
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
    await send({ "owner-7": sealOwner(ann), projectName: "Barn" }, { cookie: cookieOf(header) });
    const browsers = (await rows()).map(({ browserHash }) => browserHash);
    expect(new Set(browsers).size).toBe(1);
  });

  test.each([
    ["without a sealed field", {}, {}],
    ["with an altered one", { "owner-0": "1.0.999999.forged" }, {}],
    ["at the API", { "owner-0": "good" }, { pattern: "/api/permits" }],
    ["that is answered otherwise", { "owner-0": "good" }, { status: 302 }],
    ["of more than 1 MB of text", { "owner-0": "good", text: "x".repeat(1024 * 1024) }, {}],
  ])(
    "%s is not kept",
    async (_, { "owner-0": owner, ...fields }: Record<string, string | undefined>, options) => {
      const sealed = owner === "good" ? { "owner-0": sealOwner(ann) } : owner ? { "owner-0": owner } : {};
      const response = await send({ ...sealed, ...fields } as Record<string, string>, options);
      expect(response.headers.get("Set-Cookie")).toBeNull();
      expect(await rows()).toEqual([]);
    },
  );
});

describe("a kept form whose author is back", () => {
  const draw = async (viewer: Viewer, save: () => Promise<Response>, at = address, projectName = "House") => {
    const response = await send({ "owner-0": sealOwner(ann), projectName });
    const cookie = `${cookieOf(response.headers.get("Set-Cookie"))}; ${await signInCookie(viewer)}`;
    let drawn: unknown;
    await drawKeptForm(new Request(at, { headers: { cookie } }), async (post) => {
      drawn = await submit(post, Form, save).catch((thrown: unknown) => thrown);
      return new Response();
    });
    return drawn;
  };

  test("comes back filled in and is not sent, however its address is spelled", async () => {
    let rehearsed = 0;
    const save = () =>
      write(async () => {
        rehearsed += 1;
        return new Response();
      });
    for (const at of [address, `${address}=`]) {
      const drawn = await draw(ann, save, at);
      expect(drawn).toMatchObject({
        data: { result: { initialValue: { projectName: "House" } } },
        init: { status: 200 },
      });
    }
    expect(rehearsed).toBe(2);
    expect(await rows()).toHaveLength(2);
  });

  test("does not tell what else is wrong with it before it is sent", async () => {
    const drawn = await draw(ann, async () => new Response(), address, "");
    expect(drawn).toMatchObject({
      data: { result: { error: { "": [expect.stringContaining("signed out")] } } },
    });
    expect(drawn).not.toMatchObject({ data: { result: { error: { projectName: expect.anything() } } } });
  });

  test("is refused when its author may no longer send it", async () => {
    const refuse = async () => {
      throw new Refusal(403, "You may not do this");
    };
    expect(await draw(ann, refuse)).toMatchObject({ status: 403, message: "You may not do this" });
  });

  test("says what is gone meanwhile", async () => {
    const refuse = async () => {
      throw new Refusal(404, "Comment not found");
    };
    expect(await draw(ann, refuse)).toMatchObject({
      data: { result: { error: { "": [expect.stringContaining("signed out"), "Comment not found"] } } },
    });
  });

  test("is nobody else's, nor at another address", async () => {
    const save = async () => new Response();
    expect(await draw(ann, save, "http://localhost:3000/permits")).toBeUndefined();
    const before = await rows();
    expect(await draw(await makeViewer("admin"), save)).toBeUndefined();
    expect(await rows()).toEqual(before);
  });
});
