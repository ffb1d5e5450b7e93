import { expect, test } from "vitest";
import { pack, unpack } from "./packed";

test.each([
  { text: `The "rated" wall of the owner's garage\n\\new \u007f`, none: null, list: [[1.5], [], [false]] },
  "'",
  [],
])("data is the same after it was packed: %j", (data) => {
  expect(unpack(pack(data))).toEqual(data);
});

test("a packed text has no double quotes, which a page escapes twice", () => {
  expect(pack({ id: 7, city: "Oakville" })).toBe("{'id':7,'city':'Oakville'}");
});
