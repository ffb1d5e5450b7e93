import { expect, test } from "vitest";
import { required, z } from "~/models/schema.server";
import { submit } from "./form.server";
import { submitForm } from "./page-forms.server";

type RowPost = { request: Request; url: URL; row: number };

const redirectTo = (location: string) => new Response(null, { status: 302, headers: { location } });
const NameForm = z.object({ name: required("Name is required") });

const forms = {
  edit: ({ request, row }: RowPost) =>
    submit(request, NameForm, {}, async ({ name }) => redirectTo(`/rows/${row}/${name}`)),
  remove: async ({ row }: RowPost) => redirectTo(`/without/${row}`),
};

async function post(query: string, fields: Record<string, string> = {}, method = "POST") {
  const url = new URL(`http://localhost:3000/rows${query}`);
  const request = new Request(url, { method, body: new URLSearchParams(fields) });
  const result = await submitForm({ request, url, row: 7 }, forms).catch(
    (thrown: unknown) => thrown as Response,
  );
  if (result instanceof Response) return { status: result.status, to: result.headers.get("location") };
  return { status: result.init?.status };
}

test("a query parameter selects the form", async () => {
  expect(await post("?edit", { name: "Ann" })).toEqual({ status: 302, to: "/rows/7/Ann" });
  expect(await post("?filter=1&edit=", { name: "Ann" })).toEqual({ status: 302, to: "/rows/7/Ann" });
  expect(await post("?remove")).toEqual({ status: 302, to: "/without/7" });
  expect(await post("?edit")).toEqual({ status: 400 });
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
  expect(await post("?edit", {}, method)).toMatchObject({ status: 405 });
});
