import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type FormResult, submit } from "./form.server";
import { Refusal } from "./models/refusal";
import { oneOf, required, z } from "./models/schema.server";

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
const answerOf = async (request: Request, save: () => Promise<Response> = saved, failure?: string) =>
  (await submit(request, Form, save, { failure })) as unknown as Refused;
const thrownBy = async (request: Request, save = saved) => {
  const error = await submit(request, Form, save).then(
    (formResult) => ({ status: `answered ${(formResult as unknown as Refused).init?.status}` }),
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
  test("is saved with what it holds, and answers as the saving does", async () => {
    const values: unknown[] = [];
    const formResult = await submit(
      requestOf({ ...filled, projectName: " Harbor Street " }),
      Form,
      async (value) => {
        values.push(value);
        return new Response(null, { status: 302 });
      },
    );
    expect(values).toEqual([filled]);
    expect(formResult).toMatchObject({ status: 302 });
  });

  test("comes back with 400, messages and what was typed, but never a password", async () => {
    const typed = {
      projectName: "",
      status: "lost",
      password: "my secret",
      currentPassword: "my old secret",
    };
    const { data, init } = await answerOf(requestOf(typed));
    expect(init.status).toBe(400);
    expect(data.submission.error).toEqual({
      projectName: ["Project name is required"],
      status: ["Please select a status"],
    });
    expect(data.submission.initialValue).toMatchObject({ status: "lost" });
    expect(JSON.stringify(data)).not.toContain("secret");
  });

  test("of which nothing is saved when it is refused", async () => {
    const save = vi.fn(saved);
    await submit(requestOf({}), Form, save);
    expect(save).not.toHaveBeenCalled();
  });
});

test.each(["PUT", "PATCH", "DELETE"])("%s is 405", async (method) => {
  expect(await thrownBy(urlencoded(filled, method))).toBe(405);
});

test.each([
  "requiredDisciplines[9999999]",
  "requiredDisciplines[100]",
  "__proto__.polluted",
  "requiredDisciplines[0].__proto__.polluted",
  "constructor.prototype.polluted",
  "n".repeat(201),
])("a field named %s is 400, and harms nothing", async (name) => {
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

test.each(intents)("an intent of %o is no 500, and saves nothing", async (intent) => {
  const save = vi.fn(saved);
  const outcome = await submit(urlencoded({ ...filled, __intent__: intent }), Form, save).then(
    (formResult) => (formResult as unknown as Refused).init?.status ?? (formResult as Response).status,
    (thrown: unknown) => (thrown as Refusal).status,
  );
  if (intent === "") return expect(outcome).toBe(302);
  expect(outcome).toBe(400);
  expect(save).not.toHaveBeenCalled();
});

test.each([
  { type: "update", payload: { name: "requiredDisciplines", index: 9_999_999, value: "x" } },
  { type: "update", payload: { name: "requiredDisciplines[9999999]", value: "x" } },
  { type: "insert", payload: { name: "requiredDisciplines[9999999]", index: 0, defaultValue: "x" } },
])("an intent can not make room for ten million values: %o", async (intent) => {
  const formResult = await submit(
    urlencoded({ ...filled, __intent__: JSON.stringify(intent) }),
    Form,
    saved,
  ).catch((thrown: unknown) => thrown as Refusal);
  const value = (formResult as unknown as Refused).data?.submission.initialValue as
    | { requiredDisciplines?: string[] }
    | undefined;
  expect(value?.requiredDisciplines?.length ?? 0).toBeLessThanOrEqual(100);
});

test.each(["nonsense", "{", '"'])("a state of %o is 400", async (state) => {
  expect(await thrownBy(urlencoded({ ...filled, projectName: "", __state__: state }))).toBe(400);
});

test("a state that would break the page does not come back to it", async () => {
  const outcome = await submit(
    urlencoded({ status: "hold", __state__: '{"validated":5}' }),
    Form,
    saved,
  ).catch((thrown: unknown) => thrown as Refusal);
  expect((outcome as unknown as Refused).data?.submission.state).toBeUndefined();
});

test("a refusal with fields puts its messages there, and keeps what was typed", async () => {
  const { data, init } = await answerOf(urlencoded({ ...filled, password: "my secret" }), async () => {
    throw new Refusal(409, "Taken", { projectName: ["Taken by another permit"] });
  });
  expect(init.status).toBe(409);
  expect(data.submission.error).toEqual({ projectName: ["Taken by another permit"] });
  expect(data.submission.initialValue).toMatchObject(filled);
  expect(data.failure).toBeUndefined();
  expect(JSON.stringify(data)).not.toContain("my secret");
});

test("a refusal without fields is told above the form and in a toast, with the row as it is now", async () => {
  const { data, init } = await answerOf(urlencoded(filled), async () => {
    throw new Refusal(409, "Ann changed this permit", undefined, { current: { id: 7 } });
  });
  expect(init.status).toBe(409);
  expect(data.submission.error).toEqual({ "": ["Ann changed this permit"] });
  expect(data).toMatchObject({
    failure: "Ann changed this permit",
    current: { id: 7 },
    submission: { initialValue: filled },
  });
});

test("a refusal for want of permission is not the form's business", async () => {
  expect(
    await thrownBy(urlencoded(filled), async () => {
      throw new Refusal(403, "No");
    }),
  ).toBe(403);
});

test("an answer that is thrown is the answer", async () => {
  expect(
    await thrownBy(urlencoded(filled), async () => {
      throw new Response(null, { status: 303 });
    }),
  ).toBe(303);
});

test.each([
  ["Failed to update permit", "Failed to update permit"],
  [undefined, "Something went wrong here"],
])("an unexpected error is 500 with a reference that the log has too (%s)", async (failure, words) => {
  const { data, init } = await answerOf(
    urlencoded(filled),
    async () => {
      throw new Error("SQLITE_FULL at /var/data");
    },
    failure,
  );
  expect(init.status).toBe(500);
  const [, reference = ""] = /^(?:.+) \(reference ([0-9a-f]{8})\)$/.exec(data.failure ?? "") ?? [];
  expect(data.failure).toBe(`${words} (reference ${reference})`);
  expect(logged.mock.calls[0]?.[0]).toContain(`${reference} at POST /permits/7`);
  expect(data.submission.initialValue).toMatchObject(filled);
  expect(JSON.stringify(data)).not.toContain("SQLITE_FULL");
});
