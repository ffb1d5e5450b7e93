import { expect, test } from "vitest";
import { fieldRefusal, notFound, Refusal } from "./refusal";

test("a refusal is a Response with its message and fields as JSON, never cached", async () => {
  const refusal = new Refusal(409, "Taken", { urban37PermitNumber: ["Taken"] });
  expect(refusal).toBeInstanceOf(Response);
  expect(refusal.status).toBe(409);
  expect(refusal.headers.get("content-type")).toBe("application/json");
  expect(refusal.headers.get("cache-control")).toBe("no-store");
  expect(await refusal.json()).toEqual({ message: "Taken", fields: { urban37PermitNumber: ["Taken"] } });
});

test("a refusal without fields has none in its body", async () => {
  expect(await new Refusal(403, "No").text()).toBe('{"message":"No"}');
});

test("seconds to wait are told as Retry-After", () => {
  const refusal = new Refusal(429, "Slow down", undefined, { retryAfter: 42 });
  expect(refusal.headers.get("retry-after")).toBe("42");
});

test("only a refusal with seconds to wait has Retry-After", () => {
  expect(new Refusal(400, "No").headers.has("retry-after")).toBe(false);
});

test("what is missing is named in a 404", async () => {
  const refusal = notFound("City");
  expect(refusal.status).toBe(404);
  expect(refusal.message).toBe("City not found");
});

test("a field's refusal carries its message at the field, with 400 unless told otherwise", () => {
  expect(fieldRefusal("cityId", "Please select a city")).toMatchObject({
    status: 400,
    fields: { cityId: ["Please select a city"] },
  });
  expect(fieldRefusal("cityId", "Gone", 409).status).toBe(409);
});
