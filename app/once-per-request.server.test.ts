import { expect, test, vi } from "vitest";
import { oncePerRequest } from "./once-per-request.server";

test("the loaders of one request share a read, and those of the next read again", async () => {
  const read = vi.fn(async (id: number) => ({ id }));
  const shared = oncePerRequest(read);
  const [first, second] = [new Request("http://localhost/1"), new Request("http://localhost/1")];
  expect(await shared(first, 7)).toBe(await shared(first, 7));
  expect(await shared(second, 7)).not.toBe(await shared(first, 7));
  expect(read).toHaveBeenCalledTimes(2);
});
