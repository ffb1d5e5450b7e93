import { expect, test, vi } from "vitest";
import { notFound } from "./models/refusal";
import { required, z } from "./models/schema.server";
import { formReturningTo, submitForm } from "./page-forms.server";
import { takeToast } from "./toast.server";

type RowPost = { request: Request; url: URL; row: number };

const redirectTo = (location: string) => new Response(null, { status: 302, headers: { location } });
const NameForm = z.object({ name: required("Name is required") });

const form = formReturningTo<RowPost>(({ row }) => `/rows/${row}`);

const forms = {
  edit: form({
    schema: async ({ row }) => {
      if (row > 9) throw notFound("Row");
      return row === 1 ? z.object({}) : NameForm;
    },
    failure: "Failed to save",
    command: async ({ row }, fields) =>
      redirectTo(`/rows/${row}/${"name" in fields ? fields.name : "unnamed"}`),
  }),
  rename: form({
    schema: NameForm,
    command: async ({ row }) => row + 1,
    says: (saved, { name }) => `${name} is in row ${saved}`,
  }),
  remove: form({
    failure: "Failed to delete",
    command: () => Promise.reject(new Error("The database failed")),
  }),
};

async function post(query: string, fields: Record<string, string> = {}, { row = 7, method = "POST" } = {}) {
  const url = new URL(`http://localhost:3000/rows${query}`);
  const body = new URLSearchParams(fields);
  const rowPost = { request: new Request(url, { method, body }), url, row };
  const result = await submitForm(rowPost, forms).catch((thrown: unknown) => thrown as Response);
  if (result instanceof Response) return { status: result.status, to: result.headers.get("location") };
  return { status: result.init?.status, ...(result.data as { failure?: string }) };
}

test("a query parameter selects the form", async () => {
  expect(await post("?edit", { name: "Ann" })).toEqual({ status: 302, to: "/rows/7/Ann" });
  expect(await post("?filter=1&edit=", { name: "Ann" })).toEqual({ status: 302, to: "/rows/7/Ann" });
});

test("a query that names two forms selects the first one in the table", async () => {
  expect(await post("?remove&edit", { name: "Ann" })).toMatchObject({ to: "/rows/7/Ann" });
});

test.each(["", "?constructor", "?row=7", "?other=edit"])(
  "a POST to %j returns 400, because no form has this query",
  async (query) => {
    const url = new URL(`http://localhost:3000/rows${query}`);
    const request = new Request(url, { method: "POST", body: new URLSearchParams() });
    await expect(submitForm({ request, url, row: 7 }, forms)).rejects.toMatchObject({
      status: 400,
      message: "This form could not be processed. Go back and try again.",
    });
  },
);

test.each(["PUT", "PATCH", "DELETE"])("%s returns 405", async (method) => {
  expect(await post("?edit", {}, { method })).toMatchObject({ status: 405 });
});

test("a form that says something redirects to the page of its table with this toast", async () => {
  const url = new URL("http://localhost:3000/rows?rename");
  const request = new Request(url, { method: "POST", body: new URLSearchParams({ name: "Ann" }) });
  const redirect = (await submitForm({ request, url, row: 7 }, forms)) as Response;
  expect([redirect.status, redirect.headers.get("location")]).toEqual([302, "/rows/7"]);
  const cookie = redirect.headers.get("set-cookie")?.split(";")[0] ?? "";
  const { toast } = await takeToast(new Request(url, { headers: { cookie } }));
  expect(toast).toMatchObject({ type: "success", message: "Ann is in row 8" });
});

test("a schema can depend on the row, and can refuse before the form is read", async () => {
  expect(await post("?edit", {})).toMatchObject({ status: 400 });
  expect(await post("?edit", {}, { row: 1 })).toEqual({ status: 302, to: "/rows/1/unnamed" });
  expect(await post("?edit", {}, { row: 10 })).toMatchObject({ status: 404 });
});

test("a form that fails returns its failure text", async () => {
  vi.spyOn(console, "error").mockImplementationOnce(() => undefined);
  const failure = expect.stringMatching(/^Failed to delete \(reference /);
  expect(await post("?remove")).toMatchObject({ status: 500, failure });
});
