import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { Refusal } from "~/models/refusal";
import { handleByMethod, idOf, parseBody, parseQuery } from "./api.server";

const address = "http://localhost:3000/api/permits/7";
const handlers = { GET: () => Response.json({ id: 7 }), PATCH: () => Response.json({ id: 8 }) };

let logged: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => void vi.restoreAllMocks());

test("the handler of the method runs", async () => {
  expect(await (await handleByMethod(new Request(address), handlers)).json()).toEqual({ id: 7 });
  expect(await (await handleByMethod(new Request(address, { method: "PATCH" }), handlers)).json()).toEqual({
    id: 8,
  });
});

test("HEAD runs the handler of GET, if there is one", async () => {
  const head = new Request(address, { method: "HEAD" });
  expect((await handleByMethod(head, handlers)).status).toBe(200);
  expect((await handleByMethod(head, { POST: handlers.GET })).status).toBe(405);
});

test.each(["POST", "PUT", "DELETE", "OPTIONS"])(
  "%s returns 405 with the supported methods",
  async (method) => {
    const response = await handleByMethod(new Request(address, { method }), handlers);
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, PATCH");
    expect(await response.json()).toEqual({
      message: "This method is not supported here; these are: GET, PATCH",
    });
  },
);

test("a refusal is returned as JSON that is not cached", async () => {
  const response = await handleByMethod(new Request(address), {
    GET: () => {
      throw new Refusal(429, "Too many attempts.", { retryAfter: 40 });
    },
  });
  expect(response.status).toBe(429);
  expect(Object.fromEntries(response.headers)).toEqual({
    "content-type": "application/json",
    "cache-control": "private, no-store",
    "retry-after": "40",
  });
  expect(await response.json()).toEqual({ message: "Too many attempts.", retryAfter: 40 });
});

const responseFor = async (refusal: Refusal) => {
  const response = await handleByMethod(new Request(address), { GET: () => Promise.reject(refusal) });
  return { headers: response.headers, status: response.status, body: await response.json() };
};

test("a 404 has only a message", async () => {
  const continueLink = { to: "/permits", label: "Return to permits" };
  const refusal = new Refusal(404, "Permit Not Found", { hint: "It is gone.", continueLink });
  const { status, body } = await responseFor(refusal);
  expect([status, body]).toEqual([404, { message: "Permit Not Found" }]);
});

test("details for pages are removed from every refusal, and its headers are preserved", async () => {
  const refusal = new Refusal(409, "In use", {
    fields: { urban37CityCode: ["In use"] },
    hint: "Look there.",
  });
  refusal.headers.set("X-Preserved", "yes");
  const { headers, body } = await responseFor(refusal);
  expect(body).toEqual({ message: "In use", fields: { urban37CityCode: ["In use"] } });
  expect(headers.get("x-preserved")).toBe("yes");
});

test("an unexpected error returns 500 in JSON, with only a message and the reference in the log", async () => {
  const response = await handleByMethod(new Request(`${address}?key=secret`), {
    GET: async () => {
      throw new Error("SQLITE_FULL at /var/data");
    },
  });
  expect(response.status).toBe(500);
  const content = (await response.json()) as { reference: string };
  expect(content).toEqual({
    message: "Something went wrong here",
    reference: expect.stringMatching(/^[0-9a-f]{8}$/),
  });
  expect(logged.mock.calls[0]?.[0]).toMatch(new RegExp(`${content.reference} at GET /api/permits/7$`));
});

describe("a body", () => {
  const Permit = z.strictObject({
    projectName: z.string({ error: "Required" }),
    hours: z.number({ error: "Invalid input" }).optional(),
  });
  const read = (text: string, type = "application/json") =>
    parseBody(
      new Request(address, { method: "POST", body: text, headers: { "content-type": type } }),
      Permit,
    );
  const refusalOf = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Refusal);
    return error as Refusal;
  };

  test.each(["application/json", "application/json; charset=utf-8", "Application/JSON"])(
    "may be sent as %s",
    async (type) => {
      expect(await read('{"projectName":"Süd"}', type)).toEqual({ projectName: "Süd" });
    },
  );

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain; application/json",
  ])("sent as %s returns 415", async (type) => {
    expect((await refusalOf(read('{"projectName":"a"}', type))).status).toBe(415);
  });

  test.each(["", "{", "{'projectName':1}", "undefined", "\u0000", "{}{}"])(
    "of %o is not JSON and returns 400",
    async (text) => {
      const { status, message } = await refusalOf(read(text));
      expect([status, message]).toEqual([400, "The body is not JSON"]);
    },
  );

  const nested = `${"[".repeat(100_000)}"\\u0000"${"]".repeat(100_000)}`;
  test.each([
    { projectName: "a\0b" },
    { projectName: "\0" },
    { projectName: "\\\0" },
    { "a\0": 1 },
    { projectName: ["a", { b: "\0" }] },
    "\0",
    nested,
  ])("with a null character returns 400", async (value) => {
    const text = value === nested ? nested : JSON.stringify(value);
    const refused = [400, "Text must not contain the null character, \\u0000"];
    const withFields = await refusalOf(read(text));
    expect([withFields.status, withFields.message]).toEqual(refused);
    const request = new Request(address, {
      method: "POST",
      body: text,
      headers: { "content-type": "application/json" },
    });
    const withoutFields = await refusalOf(parseBody(request, z.strictObject({}), { mayBeMissing: true }));
    expect([withoutFields.status, withoutFields.message]).toEqual(refused);
  });

  test.each(["\\u0000", "\\\\u0000", "\u0001", "0000"])("may contain %j", async (projectName) => {
    expect(await read(JSON.stringify({ projectName }))).toEqual({ projectName });
  });

  test.each(["null", "[]", "7", '"text"', `${"[".repeat(100_000)}${"]".repeat(100_000)}`])(
    "of another shape returns 400",
    async (text) => {
      const { status, fields } = await refusalOf(read(text));
      expect(status).toBe(400);
      expect(Object.keys(fields ?? {})).toEqual(["body"]);
    },
  );

  test("of 2 MB returns 413", async () => {
    expect((await refusalOf(read(JSON.stringify({ projectName: "x".repeat(2_000_000) })))).status).toBe(413);
  });

  test("with invalid fields returns 400 with a message for each field", async () => {
    const { status, fields } = await refusalOf(read('{"hours":"two"}'));
    expect(status).toBe(400);
    expect(fields).toEqual({ projectName: ["Required"], hours: ["Invalid input"] });
  });

  test.each(["colour", "constructor", "toString", "__proto__"])(
    "with the unknown field %s returns 400 and names it",
    async (name) => {
      const { status, fields } = await refusalOf(read(`{"projectName":"a","${name}":1}`));
      expect(status).toBe(400);
      expect(Object.keys(fields ?? {})).toEqual([name]);
    },
  );
});

test("a repeated query parameter returns 400 and is named", () => {
  const schema = z.strictObject({ cityId: z.string() });
  const url = new URL("http://localhost:3000/api/permits?cityId=1&cityId=2");
  expect(() => parseQuery(url, schema)).toThrow(
    expect.objectContaining({
      status: 400,
      fields: { cityId: ["cityId was given more than once."] },
    }),
  );
});

test.each([
  ["1", 1],
  ["41", 41],
  [String(Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER],
])("%s is the id of a row", (id, row) => {
  expect(idOf(id)).toBe(row);
});

test.each([
  "1;drop",
  "0",
  "-1",
  "9007199254740992",
  "99999999999999999999",
  "1e3",
  "",
  "01",
  "1.0",
  " 1",
  "1\n",
  "0x1",
  "١",
  undefined,
])("%o is not an id and returns 404", (id) => {
  expect(() => idOf(id)).toThrow(expect.objectContaining({ status: 404 }));
});
