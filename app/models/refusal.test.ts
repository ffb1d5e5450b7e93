import { expect, test } from "vitest";
import { notFound, Refusal, refusalAtField } from "./refusal";

test("a refusal is a Response with its message and fields as JSON, and is never cached", async () => {
  const refusal = new Refusal(409, "Taken", { fields: { urban37PermitNumber: ["Taken"] } });
  expect(refusal).toBeInstanceOf(Response);
  expect(refusal.status).toBe(409);
  expect(refusal.headers.get("content-type")).toBe("application/json");
  expect(refusal.headers.get("cache-control")).toBe("private, no-store");
  expect(await refusal.json()).toEqual({ message: "Taken", fields: { urban37PermitNumber: ["Taken"] } });
});

test("a refusal without fields has only a message in its body", async () => {
  expect(await new Refusal(403, "No").text()).toBe('{"message":"No"}');
});

test("seconds to wait are sent as Retry-After", () => {
  const refusal = new Refusal(429, "Slow down", { retryAfter: 42 });
  expect(refusal.headers.get("retry-after")).toBe("42");
});

test("only a refusal with seconds to wait has Retry-After", () => {
  expect(new Refusal(400, "No").headers.has("retry-after")).toBe(false);
});

test("a 404 names the missing noun", async () => {
  const refusal = notFound("City");
  expect(refusal.status).toBe(404);
  expect(refusal.message).toBe("City not found");
});

test("a field refusal has its message in the field errors, and the status 400 by default", () => {
  expect(refusalAtField("cityId", "Please select a city")).toMatchObject({
    status: 400,
    fields: { cityId: ["Please select a city"] },
  });
  expect(refusalAtField("cityId", "Gone", 409).status).toBe(409);
});
