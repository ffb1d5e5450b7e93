import { readdirSync, readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test, vi } from "vitest";
import { leaves } from "~/testing/route-addresses";
import { specifiedEndpoints } from "~/testing/specified-endpoints";
import { moduleOf, responseAt } from "~/testing/test-addresses";
import { documentEndpoints } from "./api-docs.server";
import { describeEndpoints, refusalsOf } from "./openapi.server";
import { endpoints } from "./table.server";

// The demo's own endpoints are described too.
vi.hoisted(() => {
  vi.stubEnv("DEMO", "1");
});

const described = endpoints.map(({ method, address }) => `${method} ${address}`);
const pattern = (address: string) => address.replace(/\{(\w+)\}/g, ":$1");

test("the OpenAPI document is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(describeEndpoints())));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test("every address and method that older programs use has a description and a route", async () => {
  expect(specifiedEndpoints.filter((specified) => !described.includes(specified))).toEqual([]);
  for (const specified of specifiedEndpoints) {
    const [method = "", address = ""] = specified.split(" ");
    expect(await allowedAt(pattern(address)), specified).toContain(method);
  }
});

/** Returns the methods that the route at an address supports, from its Allow header. */
async function allowedAt(address: string): Promise<string[]> {
  const leaf = leaves.find((candidate) => candidate.address === address);
  if (!leaf) return [];
  const { loader } = await moduleOf(leaf.file);
  if (!loader) return [];
  const response = (await responseAt(loader, address, {
    method: "OPTIONS",
    context: undefined as never,
  })) as Response;
  return (response.headers.get("allow") ?? "").split(", ");
}

test("the routes and the OpenAPI document have the same addresses and methods", async () => {
  const routed = [];
  for (const { file, address } of leaves) {
    if (!file.startsWith("routes/api/") || address === "/api/*") continue;
    for (const method of await allowedAt(address)) routed.push(`${method} ${address}`);
  }
  expect(routed.sort()).toEqual(described.map(pattern).sort());
  expect(new Set(described).size).toBe(described.length);
});

test("every API route is short and parses its input with the documented schema", () => {
  const folder = "app/routes/api";
  for (const name of readdirSync(folder)) {
    const source = readFileSync(`${folder}/${name}`, "utf8");
    expect(source.split("\n").length, name).toBeLessThan(40);
    expect(source, name).not.toMatch(/\bzod\b|schema\.server|drizzle|tables\.server/);
    for (const [, schema] of source.matchAll(/\b(?:body|query)\(\w+, ([^)]+)\)/g)) {
      expect(schema, name).toMatch(/^\w+Endpoints\.\w+\.(body|query)$/);
    }
  }
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
  const source = readFileSync("app/ui/api/api-docs.tsx", "utf8");
  const [, named = ""] = /<\/code> with ([\d,\s]+or \d+)/.exec(source) ?? [];
  const statuses = new Set(endpoints.flatMap(refusalsOf).filter((status) => status < 500));
  expect(named.match(/\d+/g)?.map(Number)).toEqual([...statuses].sort());
});

test("each operation has a unique name, and the document exposes no zod internals", () => {
  const { paths } = describeEndpoints();
  const names = Object.values(paths).flatMap((path) =>
    Object.values(path).map((operation) => (operation as { operationId: string }).operationId),
  );
  expect(new Set(names).size).toBe(names.length);
  expect(JSON.stringify(paths)).not.toMatch(/~standard|undefined/);
});
