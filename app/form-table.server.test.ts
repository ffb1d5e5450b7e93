import { expect, test, vi } from "vitest";
import { openDialog, pageForm, submitForm } from "./form-table.server";
import { notFound } from "./models/refusal";
import { required, z } from "./models/schema.server";

type Sent = { request: Request; url: URL; row: number };

const saved = (location: string) => new Response(null, { status: 302, headers: { location } });
const NameForm = z.object({ name: required("Name is required") });

const forms = {
  edit: pageForm({
    schema: async ({ row }: Sent) => {
      if (row > 9) throw notFound("Row");
      return row === 1 ? z.object({}) : NameForm;
    },
    failure: "Failed to save",
    command: async ({ row }, fields) => saved(`/rows/${row}/${"name" in fields ? fields.name : "unnamed"}`),
  }),
  "dialog=edit": pageForm({
    schema: NameForm,
    command: async (_: Sent, { name }) => saved(`/dialog/${name}`),
  }),
  "dialog=delete": pageForm({
    schema: z.object({}),
    failure: "Failed to delete",
    extra: ({ row }: Sent) => ({ deleting: row }),
    command: () => Promise.reject(new Error("Out of order")),
  }),
};

async function post(query: string, fields: Record<string, string> = {}, { row = 7, method = "POST" } = {}) {
  const url = new URL(`http://localhost:3000/rows${query}`);
  const body = new URLSearchParams(fields);
  const sent = { request: new Request(url, { method, body }), url, row };
  const result = await submitForm(sent, forms).catch((thrown: unknown) => thrown as Response);
  if (result instanceof Response) return { status: result.status, to: result.headers.get("location") };
  return { status: result.init?.status, ...(result.data as { failure?: string; deleting?: number }) };
}

test("a query selects the form by its own parameter or by its dialog", async () => {
  expect(await post("?edit", { name: "Ann" })).toEqual({ status: 302, to: "/rows/7/Ann" });
  expect(await post("?filter=1&edit=", { name: "Ann" })).toEqual({ status: 302, to: "/rows/7/Ann" });
  expect(await post("?dialog=edit", { name: "Ann" })).toEqual({ status: 302, to: "/dialog/Ann" });
});

test("a query that names two forms selects the first of the table", async () => {
  expect(await post("?dialog=edit&edit", { name: "Ann" })).toMatchObject({ to: "/rows/7/Ann" });
});

test.each(["", "?dialog", "?dialog=unknown", "?dialog=toString", "?constructor", "?row=7", "?other=edit"])(
  "a query that no form has returns 400: %j",
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

test("a schema can depend on the row, and can refuse before the form is read", async () => {
  expect(await post("?edit", {})).toMatchObject({ status: 400 });
  expect(await post("?edit", {}, { row: 1 })).toEqual({ status: 302, to: "/rows/1/unnamed" });
  expect(await post("?edit", {}, { row: 10 })).toMatchObject({ status: 404 });
});

test("a failed form returns its failure text and the data that its page needs to show it again", async () => {
  vi.spyOn(console, "error").mockImplementationOnce(() => undefined);
  const { status, failure, deleting } = (await post("?dialog=delete")) as Record<string, unknown>;
  expect([status, deleting]).toEqual([500, 7]);
  expect(failure).toMatch(/^Failed to delete \(reference /);
});

const dialogs = {
  new: async () => ({ formKey: "key" }),
  edit: async ({ row }: { url: URL; row: number }) => (row > 9 ? null : { row }),
};
const open = (query: string, row = 7) =>
  openDialog({ url: new URL(`http://localhost:3000/rows${query}`), row }, dialogs);

test("a query opens the dialog that it names, unless the dialog's row no longer exists", async () => {
  expect(await open("?dialog=new")).toEqual({ name: "new", formKey: "key" });
  expect(await open("?dialog=edit")).toEqual({ name: "edit", row: 7 });
  expect(await open("?dialog=edit", 10)).toBeNull();
});

test.each(["", "?dialog", "?dialog=unknown", "?dialog=toString", "?edit"])(
  "no dialog is open at %j",
  async (query) => expect(await open(query)).toBeNull(),
);
