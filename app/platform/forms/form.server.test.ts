import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Refusal, ReusedKey } from "~/models/refusal";
import { oneOf, required, z } from "~/models/schema.server";
import { type FormResult, submit } from "./form.server";

const Form = z.object({
  projectName: required("Project name is required"),
  status: oneOf(["hold", "approved"], "Please select a status"),
  password: z.string().optional(),
  currentPassword: z.string().optional(),
  requiredDisciplines: z.array(z.string()).max(8).optional(),
});

const filled = { projectName: "Harbor Street", status: "hold" };
const saved = async () => new Response(null, { status: 302 });

const urlencoded = (fields: Record<string, string>, method = "POST") =>
  new Request("http://localhost:3000/permits/7", { method, body: new URLSearchParams(fields) });
const multipart = (fields: Record<string, string>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return new Request("http://localhost:3000/permits/7", { method: "POST", body });
};

type Refused = { data: FormResult; init: { status: number } };
const formResultOf = async (request: Request, save: () => Promise<Response> = saved, failure?: string) =>
  (await submit(request, Form, { failure }, save)) as unknown as Refused;
const thrownBy = async (request: Request, save = saved) => {
  const error = await submit(request, Form, {}, save).then(
    (formResult) => ({ status: `returned ${(formResult as unknown as Refused).init?.status}` }),
    (thrown: unknown) => thrown,
  );
  return (error as Refusal).status;
};

let logged: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => void vi.restoreAllMocks());

describe.each([
  ["urlencoded", urlencoded],
  ["multipart", multipart],
] as const)("a form that is %s", (_, requestOf) => {
  test("is saved with its parsed fields, and the response of the command is returned", async () => {
    const values: unknown[] = [];
    const response = await submit(
      requestOf({ ...filled, projectName: " Harbor Street " }),
      Form,
      {},
      async (value) => {
        values.push(value);
        return new Response(null, { status: 302 });
      },
    );
    expect(values).toEqual([filled]);
    expect(response).toMatchObject({ status: 302 });
  });

  test("with errors returns 400, its messages and the typed values, but never a password", async () => {
    const typed = {
      projectName: "",
      status: "lost",
      password: "my secret",
      currentPassword: "my old secret",
    };
    const { data, init } = await formResultOf(requestOf(typed));
    expect(init.status).toBe(400);
    expect(data.submission.error).toEqual({
      projectName: ["Project name is required"],
      status: ["Please select a status"],
    });
    expect(data.submission.initialValue).toMatchObject({ status: "lost" });
    expect(JSON.stringify(data)).not.toContain("secret");
  });

  test("with errors is not saved", async () => {
    const save = vi.fn(saved);
    await submit(requestOf({}), Form, {}, save);
    expect(save).not.toHaveBeenCalled();
  });
});

test.each(["PUT", "PATCH", "DELETE"])("%s returns 405", async (method) => {
  expect(await thrownBy(urlencoded(filled, method))).toBe(405);
});

test.each([
  "requiredDisciplines[9999999]",
  "requiredDisciplines[100]",
  "__proto__.polluted",
  "requiredDisciplines[0].__proto__.polluted",
  "constructor.prototype.polluted",
  "n".repeat(201),
])("a field named %s returns 400 and changes no prototype", async (name) => {
  expect(await thrownBy(urlencoded({ ...filled, [name]: "x" }))).toBe(400);
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

const intents = [
  "",
  "nonsense",
  "{",
  "5",
  "null",
  "[]",
  "{}",
  '{"type":"nonsense"}',
  '{"type":"validate"}',
  '{"type":"update","payload":{"name":"__proto__.polluted","value":1}}',
];

test.each(intents)("a form with the intent %o returns 400 and saves nothing", async (intent) => {
  const save = vi.fn(saved);
  const status = await submit(urlencoded({ ...filled, __intent__: intent }), Form, {}, save).then(
    (formResult) => (formResult as unknown as Refused).init?.status ?? (formResult as Response).status,
    (thrown: unknown) => (thrown as Refusal).status,
  );
  if (intent === "") return expect(status).toBe(302);
  expect(status).toBe(400);
  expect(save).not.toHaveBeenCalled();
});

test.each([
  { type: "update", payload: { name: "requiredDisciplines", index: 9_999_999, value: "x" } },
  { type: "update", payload: { name: "requiredDisciplines[9999999]", value: "x" } },
  { type: "insert", payload: { name: "requiredDisciplines[9999999]", index: 0, defaultValue: "x" } },
])("an intent cannot allocate ten million values: %o", async (intent) => {
  const formResult = await submit(
    urlencoded({ ...filled, __intent__: JSON.stringify(intent) }),
    Form,
    {},
    saved,
  ).catch((thrown: unknown) => thrown as Refusal);
  const value = (formResult as unknown as Refused).data?.submission.initialValue as
    | { requiredDisciplines?: string[] }
    | undefined;
  expect(value?.requiredDisciplines?.length ?? 0).toBeLessThanOrEqual(100);
});

test.each(["nonsense", "{", '"'])("a form with the state %o returns 400", async (state) => {
  expect(await thrownBy(urlencoded({ ...filled, projectName: "", __state__: state }))).toBe(400);
});

test("an invalid state is not returned to the page", async () => {
  const result = await submit(
    urlencoded({ status: "hold", __state__: '{"validated":5}' }),
    Form,
    {},
    saved,
  ).catch((thrown: unknown) => thrown as Refusal);
  expect((result as unknown as Refused).data?.submission.state).toBeUndefined();
});

test("a refusal with fields returns its messages at the fields, and the typed values", async () => {
  const { data, init } = await formResultOf(urlencoded({ ...filled, password: "my secret" }), async () => {
    throw new Refusal(409, "Taken", { fields: { projectName: ["Taken by another permit"] } });
  });
  expect(init.status).toBe(409);
  expect(data.submission.error).toEqual({ projectName: ["Taken by another permit"] });
  expect(data.submission.initialValue).toMatchObject(filled);
  expect(data.failure).toBeUndefined();
  expect(JSON.stringify(data)).not.toContain("my secret");
});

test("a refusal without fields returns a message for the form and for a toast, and the current row", async () => {
  const { data, init } = await formResultOf(urlencoded(filled), async () => {
    throw new Refusal(409, "Ann changed this permit", { current: { id: 7 } });
  });
  expect(init.status).toBe(409);
  expect(data.submission.error).toEqual({ "": ["Ann changed this permit"] });
  expect(data).toMatchObject({
    failure: "Ann changed this permit",
    current: { id: 7 },
    submission: { initialValue: filled },
  });
});

test("a refusal with 403 is thrown", async () => {
  expect(
    await thrownBy(urlencoded(filled), async () => {
      throw new Refusal(403, "No");
    }),
  ).toBe(403);
});

test("a response that is thrown is thrown on", async () => {
  expect(
    await thrownBy(urlencoded(filled), async () => {
      throw new Response(null, { status: 303 });
    }),
  ).toBe(303);
});

test.each([
  ["Failed to update permit", "Failed to update permit"],
  [undefined, "Something went wrong here"],
])("an unexpected error returns 500 with the reference in the log (%s)", async (failure, text) => {
  const { data, init } = await formResultOf(
    urlencoded(filled),
    async () => {
      throw new Error("SQLITE_FULL at /var/data");
    },
    failure,
  );
  expect(init.status).toBe(500);
  const [, reference = ""] = /^(?:.+) \(reference ([0-9a-f]{8})\)$/.exec(data.failure ?? "") ?? [];
  expect(data.failure).toBe(`${text} (reference ${reference})`);
  expect(logged.mock.calls[0]?.[0]).toContain(`${reference} at POST /permits/7`);
  expect(data.submission.initialValue).toMatchObject(filled);
  expect(JSON.stringify(data)).not.toContain("SQLITE_FULL");
});

describe("a form with unusual values", () => {
  const ask = ({ projectName }: { projectName: string }) =>
    projectName === "Odd" ? ["the name is odd", "the name is short"] : [];
  const send = async (fields: [string, string][], save = vi.fn(saved)) => {
    const body = new URLSearchParams([["status", "hold"], ...fields]);
    const request = new Request("http://localhost:3000/permits/7", { method: "POST", body });
    const result = (await submit(request, Form, { ask }, save)) as unknown as Refused | Response;
    return { save, result: "data" in result ? result : undefined };
  };
  const odd: [string, string] = ["projectName", "Odd"];

  test("comes back filled in with its questions, as no error, and saves nothing", async () => {
    const { save, result } = await send([odd]);
    expect(save).not.toHaveBeenCalled();
    expect(result?.init.status).toBe(400);
    expect(result?.data.submission).toMatchObject({ initialValue: { projectName: "Odd", status: "hold" } });
    expect(result?.data.submission.error ?? {}).toEqual({});
    expect(result?.data.failure).toBeUndefined();
    expect(result?.data.questions).toEqual([
      { text: "the name is odd", isConfirmed: false },
      { text: "the name is short", isConfirmed: false },
    ]);
  });

  test("is saved once every question is confirmed", async () => {
    const some = await send([odd, ["confirmed", "the name is odd"]]);
    expect(some.save).not.toHaveBeenCalled();
    expect(some.result?.data.questions?.map(({ isConfirmed }) => isConfirmed)).toEqual([true, false]);
    const all = await send([odd, ["confirmed", "the name is odd"], ["confirmed", "the name is short"]]);
    expect(all.save).toHaveBeenCalledOnce();
  });

  test("asks nothing while it has errors, and nothing about usual values", async () => {
    const { result } = await send([odd, ["status", "lost"]]);
    expect(result?.data.questions).toBeUndefined();
    expect((await send([["projectName", "Usual"]])).save).toHaveBeenCalledOnce();
  });
});

test("a form whose key was sent before with other entries is returned filled in, with a new key", async () => {
  const formKey = "a-key-of-sixteen-letters";
  const reused = () => Promise.reject(new ReusedKey());
  const { data, init } = await formResultOf(urlencoded({ ...filled, formKey }), reused);
  expect(init.status).toBe(409);
  expect(data.failure).toBe(
    "This form was already saved with other entries. These were not saved: to save them as well, send the form again.",
  );
  expect(data.submission.error).toEqual({ "": [data.failure] });
  expect(data.submission.initialValue).toEqual({ ...filled, formKey: expect.stringMatching(/^[\w-]{16}$/) });
  expect(data.submission.initialValue?.formKey).not.toBe(formKey);
});

test("a form that comes back to be checked is an error only if something in it is wrong", async () => {
  const statusOf = async (error: Record<string, string[]>) => {
    const result = await submit(urlencoded(filled), Form, {}, async () => ({ initialValue: {}, error }));
    return (result as unknown as Refused).data.submission.status;
  };
  expect(await statusOf({})).toBeUndefined();
  expect(await statusOf({ projectName: ["Too long"] })).toBe("error");
});
