import { expect, test } from "vitest";
import { encodingFor } from "./content-encoding.server";

const encodingWith = (accepted?: string) => encodingFor({ headers: { "accept-encoding": accepted } });

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["*", "br"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.001", "br"],
  ["gzip;q=0, br;q=0", undefined],
  ["*;q=0", undefined],
  ["identity", undefined],
  ["brotli", undefined],
  ["", undefined],
  [undefined, undefined],
])("with Accept-Encoding %j, a response has the encoding %j", (accepted, encoding) => {
  expect(encodingWith(accepted)).toBe(encoding);
});

test("a response has only an encoding in which it is available", () => {
  const headers = { "accept-encoding": "br, gzip" };
  expect(encodingFor({ headers }, ["gzip"])).toBe("gzip");
  expect(encodingFor({ headers }, [])).toBeUndefined();
});
