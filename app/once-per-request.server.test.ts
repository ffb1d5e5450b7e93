import { expect, test, vi } from "vitest";
import { Refusal } from "./models/refusal";
import { oncePerRequest } from "./once-per-request.server";

test("the loaders of one request share a read, and those of the next read again", async () => {
  const read = vi.fn(async (id: number) => ({ id }));
  const shared = oncePerRequest(read);
  const [first, second] = [new Request("http://localhost/1"), new Request("http://localhost/1")];
  expect(await shared(first, 7)).toBe(await shared(first, 7));
  expect(await shared(second, 7)).not.toBe(await shared(first, 7));
  expect(read).toHaveBeenCalledTimes(2);
});

test("each loader has a refusal of its own, so that both bodies can be sent", async () => {
  const shared = oncePerRequest(async (): Promise<string> => {
    throw new Refusal(404, "Permit not found");
  });
  const request = new Request("http://localhost/1");
  const refusals = await Promise.allSettled([shared(request), shared(request)]);
  for (const refusal of refusals) {
    const { reason } = refusal as PromiseRejectedResult;
    expect(await (reason as Response).json()).toMatchObject({ message: "Permit not found" });
  }
});
