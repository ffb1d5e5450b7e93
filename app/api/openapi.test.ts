import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test, vi } from "vitest";
import { reviewCycles } from "~/models/permits/permit";
import { specifiedEndpoints } from "~/testing/specified-endpoints";
import { responseAt } from "~/testing/test-addresses";
import { documentEndpoints } from "./api-docs.server";
import { endpoints, openApi } from "./endpoints.server";
import { refusalsOf } from "./openapi.server";
import { respond } from "./respond.server";

// The demo's own endpoints are described too.
vi.hoisted(() => {
  vi.stubEnv("DEMO", "1");
});

const described = endpoints.map(({ method, address }) => `${method} ${address}`);
const pattern = (address: string) => address.replace(/\{(\w+)\}/g, ":$1");

test("the OpenAPI document is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(openApi())));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test("every address and method that older programs use is declared, and responds", async () => {
  expect(specifiedEndpoints.filter((specified) => !described.includes(specified))).toEqual([]);
  for (const specified of specifiedEndpoints) {
    const [method = "", address = ""] = specified.split(" ");
    expect(await allowedAt(pattern(address)), specified).toContain(method);
  }
});

/** Returns the methods that an address supports, from its Allow header. */
async function allowedAt(address: string): Promise<string[]> {
  const sent = { method: "OPTIONS", context: undefined as never };
  const response = (await responseAt(respond, address, sent)) as Response;
  return (response.headers.get("allow") ?? "").split(", ");
}

test("no method of an address is declared twice", () => {
  expect(new Set(described).size).toBe(described.length);
});

test("the documentation page lists every alternative body of an endpoint", () => {
  const posted = documentEndpoints()
    .flatMap(({ endpoints: ofNoun }) => ofNoun)
    .find(({ method, address }) => method === "POST" && address === "/api/permits");
  expect(posted?.bodies.map(({ title }) => title)).toEqual([
    "Body from an administrator",
    "Body from a city's user",
  ]);
  const [permit, submission] = (posted?.bodies ?? []).map(({ fields }) => fields.map(({ name }) => name));
  expect(permit).toContain("dueDate");
  expect(submission).toContain("projectName");
  expect(submission).not.toContain("dueDate");
});

test("the documentation page marks fields that can be null, for every type", () => {
  const fields = documentEndpoints()
    .flatMap(({ endpoints: ofNoun }) => ofNoun)
    .find(({ method, address }) => method === "GET" && address === "/api/permits/{id}")?.response;
  const typeOf = (name: string) => fields?.find((field) => field.name === name)?.type;
  expect(typeOf("cityPermitNumber")).toBe("string or null");
  expect(typeOf("submissionDate")).toBe("date or null");
  expect(typeOf("revisionNumber")).toMatch(/^rev1 · .* · rev10 or null$/);
  expect(typeOf("projectName")).toBe("string");
});

test("the documentation page names all documented statuses", () => {
  const source = readFileSync("app/routes/account/parts/api-docs-page.tsx", "utf8");
  const [, named = ""] = /<\/code> with ([\d,\s]+or \d+)/.exec(source) ?? [];
  const statuses = new Set(endpoints.flatMap(refusalsOf).filter((status) => status < 500));
  expect(named.match(/\d+/g)?.map(Number)).toEqual([...statuses].sort());
});

test("a review cycle in an address is described by its values, and an id as a number", () => {
  const address = "/api/permits/{id}/plan-checks/{cycle}/resubmittal";
  const operation = openApi().paths[address]?.post as { parameters: object[] } | undefined;
  expect(operation?.parameters).toMatchObject([
    { name: "id", schema: { type: "integer" } },
    { name: "cycle", schema: { type: "string", enum: reviewCycles } },
  ]);
});

test("each operation has a unique name, and the document exposes no zod internals", () => {
  const { paths } = openApi();
  const names = Object.values(paths).flatMap((path) =>
    Object.values(path).map((operation) => (operation as { operationId: string }).operationId),
  );
  expect(new Set(names).size).toBe(names.length);
  expect(JSON.stringify(paths)).not.toMatch(/~standard|undefined/);
});
