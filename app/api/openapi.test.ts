import { readdirSync, readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test, vi } from "vitest";
import { specifiedCalls } from "~/testing/specified-calls";
import { answerAt, leaves, moduleOf } from "~/testing/test-addresses";
import { describeForReading } from "./api-docs.server";
import { describeCalls, refusalsOf } from "./openapi.server";
import { calls } from "./table.server";

// The demo's own calls are described and answered too.
vi.hoisted(() => {
  vi.stubEnv("DEMO", "1");
});

const described = calls.map(({ method, address }) => `${method} ${address}`);
const pattern = (address: string) => address.replace(/\{(\w+)\}/g, ":$1");

test("the description is OpenAPI 3.1, by a validator that is kept up", async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(describeCalls())));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test("every address and method of section 7 is described and answered", async () => {
  expect(specifiedCalls.filter((call) => !described.includes(call))).toEqual([]);
  for (const call of specifiedCalls) {
    const [method = "", address = ""] = call.split(" ");
    expect(await allowedAt(pattern(address)), call).toContain(method);
  }
});

/** The methods that a call's route answers, in its own words. */
async function allowedAt(address: string): Promise<string[]> {
  const leaf = leaves.find((each) => each.address === address);
  if (!leaf) return [];
  const { loader } = await moduleOf(leaf.file);
  if (!loader) return [];
  const answer = (await answerAt(loader, address, {
    method: "OPTIONS",
    context: undefined as never,
  })) as Response;
  return (answer.headers.get("allow") ?? "").split(", ");
}

test("routes and description have the same addresses, with the same methods", async () => {
  const routed = [];
  for (const { file, address } of leaves) {
    if (!file.startsWith("routes/api/") || address === "/api/*") continue;
    for (const method of await allowedAt(address)) routed.push(`${method} ${address}`);
  }
  expect(routed.sort()).toEqual(described.map(pattern).sort());
  expect(new Set(described).size).toBe(described.length);
});

test("every call's route is thin, and takes its body by the schema that is described", () => {
  const folder = "app/routes/api";
  for (const name of readdirSync(folder)) {
    const source = readFileSync(`${folder}/${name}`, "utf8");
    expect(source.split("\n").length, name).toBeLessThan(40);
    expect(source, name).not.toMatch(/\bzod\b|schema\.server|drizzle|tables\.server/);
    for (const [, schema] of source.matchAll(/\b(?:body|query)\(\w+, ([^)]+)\)/g)) {
      expect(schema, name).toMatch(/^\w+(?:Calls|Endpoints)\.\w+\.(body|query)$/);
    }
  }
});

test("the page of calls lists each body that a call may have", () => {
  const posted = describeForReading()
    .flatMap(({ calls: ofNoun }) => ofNoun)
    .find(({ method, address }) => method === "POST" && address === "/api/permits");
  expect(posted?.bodies.map(({ title }) => title)).toEqual([
    "Body from an administrator",
    "Body from a city's user",
  ]);
  const [whole, submission] = (posted?.bodies ?? []).map(({ fields }) => fields.map(({ name }) => name));
  expect(whole).toContain("dueDate");
  expect(submission).toContain("projectName");
  expect(submission).not.toContain("dueDate");
});

test("the statuses that the page of calls names are those that are described", () => {
  const source = readFileSync("app/ui/api/api-docs.tsx", "utf8");
  const [, named = ""] = /<\/code> with ([\d,\s]+or \d+)/.exec(source) ?? [];
  const told = new Set(calls.flatMap(refusalsOf).filter((status) => status < 500));
  expect(named.match(/\d+/g)?.map(Number)).toEqual([...told].sort());
});

test("each operation has a name of its own, and nothing in the description is the machine's", () => {
  const { paths } = describeCalls();
  const names = Object.values(paths).flatMap((path) =>
    Object.values(path).map((operation) => (operation as { operationId: string }).operationId),
  );
  expect(new Set(names).size).toBe(names.length);
  expect(JSON.stringify(paths)).not.toMatch(/~standard|undefined/);
});
