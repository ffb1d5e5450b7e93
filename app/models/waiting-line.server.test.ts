import { expect, test } from "vitest";
import { Refusal } from "./refusal";
import { waitingLine } from "./waiting-line.server";

const busy = () => new Refusal(503, "Try again in a moment.", undefined, { retryAfter: 5 });

/** Work that lasts until it is let go. */
function held() {
  const begun: string[] = [];
  const ends = new Map<string, { resolve: (name: string) => void; reject: (error: Error) => void }>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve, reject) => ends.set(name, { resolve, reject }));
  };
  return {
    begun,
    work,
    end: (name: string) => ends.get(name)?.resolve(name),
    fail: (name: string, error: Error) => ends.get(name)?.reject(error),
  };
}

test("work is done so many at once, the rest in the order in which it came", async () => {
  const { begun, work, end } = held();
  const inTurn = waitingLine({ atOnce: 2, waiting: 2, refusal: busy });
  const done = ["a", "b", "c", "d"].map((name) => inTurn(work(name)));
  expect(begun).toEqual(["a", "b"]);
  end("b");
  expect(await done[1]).toBe("b");
  expect(begun).toEqual(["a", "b", "c"]);
  end("a");
  end("c");
  await done[2];
  expect(begun).toEqual(["a", "b", "c", "d"]);
  end("d");
  expect(await Promise.all(done)).toEqual(["a", "b", "c", "d"]);
});

test("whatever comes while the line is full is refused and not begun, and taken again later", async () => {
  const { begun, work, end } = held();
  const inTurn = waitingLine({ atOnce: 1, waiting: 1, refusal: busy });
  const first = inTurn(work("first"));
  const second = inTurn(work("second"));
  await expect(inTurn(work("third"))).rejects.toMatchObject({ status: 503, details: { retryAfter: 5 } });
  end("first");
  await first;
  const fourth = inTurn(work("fourth"));
  end("second");
  await second;
  end("fourth");
  await fourth;
  expect(begun).toEqual(["first", "second", "fourth"]);
});

test("work that fails gives up its turn too", async () => {
  const { work, end, fail } = held();
  const inTurn = waitingLine({ atOnce: 1, waiting: 1, refusal: busy });
  const failing = inTurn(work("failing"));
  const next = inTurn(work("next"));
  fail("failing", new Error("No"));
  await expect(failing).rejects.toThrow("No");
  end("next");
  expect(await next).toBe("next");
});
