import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { pdfFile } from "~/testing/drawn-pdf";
import { hostilePdfs } from "~/testing/hostile-pdfs";
import { AbandonedTask, type Order, renderChildren } from "./render-children.server";
import { RenderFailure } from "./render-process.server";

const folder = process.env.DATA_DIR ?? "";
const stub = join(folder, "stub.mjs");

// It does what the path of a task says. The number of a sheet is that of its process, the title what it has to say.
writeFileSync(
  stub,
  `
  import { spawnSync } from "node:child_process";
  import { writeFileSync } from "node:fs";

  const says = (title) => ({
    titleBlock: { number: String(process.pid), title },
    missingFonts: [],
    isScan: false,
    isSideways: false,
  });
  const picture = (width, height, bytes) => ({ width, height, data: new Uint8Array(bytes) });
  const answers = {
    die: () => process.exit(3),
    hang: () => {},
    spin: () => { for (;;); },
    disconnect: () => { process.disconnect(); setInterval(() => {}, 1000); },
    nothing: () => process.send(null),
    nonsense: () => process.send({ result: { titleBlock: "none" } }),
    throw: () => process.send({ problem: "It is so. ".repeat(100) }),
    picture: () => process.send({ result: picture(2, 3, 24) }),
    "wrong size": () => process.send({ result: picture(2, 3, 23) }),
    "too large": () => process.send({ result: picture(10_001, 1, 40_004) }),
    "memory": () => {
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
      memory.grow(16_383);
      memory.grow(1);
    },
    write: () => writeFileSync(${JSON.stringify(join(folder, "written.txt"))}, "written"),
    start: () => { throw spawnSync("true").error; },
    environment: () => process.send({ result: says(Object.keys(process.env).join()) }),
    last: () => process.send({ result: says("last"), isLast: true }),
    farewell: () => process.send({ result: picture(2000, 2000, 16_000_000) }, () => process.exit(0)),
    twice: () => { process.send({ result: says("first") }); process.send({ result: says("second") }); },
  };
  process.on("message", ({ task }) => {
    try {
      (answers[task.path] ?? (() => process.send({ result: says(task.path) })))();
    } catch (error) {
      process.send({ problem: error.code ?? error.message });
    }
  });
  process.on("disconnect", () => {});
  `,
);

type Pool = ReturnType<typeof renderChildren>;
const pools: Pool[] = [];

function startPool(parameters: Parameters<typeof renderChildren>[0] = {}): Pool {
  const pool = renderChildren({ filename: stub, count: 1, ...parameters });
  pools.push(pool);
  return pool;
}

afterEach(() => {
  for (const pool of pools.splice(0)) pool.stop();
});

const user: Order = { owner: 1 };
const read = (pool: Pool, path: string, order: Order = user) =>
  pool.run({ kind: "read", path, page: 0 }, order).then(({ titleBlock }) => titleBlock);
const draw = (pool: Pool, path: string) => pool.run({ kind: "draw", path, page: 0, longerSide: 9 }, user);

test("a file goes to the child that has it open", async () => {
  const pool = startPool({ count: 2 });
  const [, second] = await Promise.all([read(pool, "first"), read(pool, "second")]);
  expect(await read(pool, "second")).toEqual(second);
});

describe("a child", () => {
  test.each([
    ["that dies", "die", /^The render child ended \(3\)$/],
    ["that leaves without a word", "disconnect", /^The render child ended/],
    ["that answers nothing", "nothing", /^An impossible result$/],
    ["that answers nonsense", "nonsense", /^An impossible result$/],
    ["that gives a picture for a text", "picture", /^An impossible result$/],
    ["that has much to say of a problem", "throw", /^(It is so\. ){30}$/],
    ["that wants more than 1 GB", "memory", /grow/],
    ["that writes a file", "write", /^ERR_ACCESS_DENIED$/],
    ["that starts a program", "start", /^ERR_ACCESS_DENIED$/],
  ])("%s fails, and the next task is done", async (_, path, message) => {
    const pool = startPool();
    const failure = await read(pool, path).catch((error) => error);
    expect(failure).toBeInstanceOf(RenderFailure);
    expect(failure.message).toMatch(message);
    expect(await read(pool, "next")).toMatchObject({ title: "next" });
  });

  test.each([
    ["says nothing", "hang"],
    ["does not come to an end", "spin"],
  ])("that %s is killed after its time", async (_, path) => {
    const pool = startPool({ timeLimit: 300 });
    await expect(read(pool, path)).rejects.toThrow("SIGKILL");
    expect(pool.pids()).toEqual([]);
  });

  test("is killed after the time of a task, if that has its own", async () => {
    const pool = startPool();
    await read(pool, "first");
    await expect(read(pool, "hang", { owner: 1, timeLimit: 100 })).rejects.toThrow("SIGKILL");
    expect(await read(pool, "next", { owner: 1, timeLimit: 20_000 })).toMatchObject({ title: "next" });
  });

  test("that gives a picture of another size than it says fails", async () => {
    const pool = startPool();
    await expect(draw(pool, "wrong size")).rejects.toThrow("An impossible result");
    await expect(draw(pool, "too large")).rejects.toThrow("An impossible result");
    expect(await draw(pool, "picture")).toMatchObject({ width: 2, height: 3 });
  });

  test("that ends with its answer has given it", async () => {
    expect((await draw(startPool(), "farewell")).data).toHaveLength(16_000_000);
  });

  test("that says that it was its last answer is not asked again", async () => {
    const pool = startPool();
    const first = read(pool, "last");
    const second = read(pool, "second");
    expect((await second)?.title).toBe("second");
    expect((await second)?.number).not.toBe((await first)?.number);
  });

  test("that says more than it was asked is not asked again", async () => {
    const pool = startPool();
    const first = await read(pool, "twice");
    expect(first).toMatchObject({ title: "first" });
    await vi.waitFor(() => expect(pool.pids()).toEqual([]));
  });

  test("has no settings", async () => {
    vi.stubEnv("SESSION_SECRET", "secret");
    expect(await read(startPool(), "environment")).toMatchObject({ title: "" });
  });

  test("that nobody asks ends", async () => {
    const pool = startPool({ idleTime: 1 });
    await read(pool, "one");
    await vi.waitFor(() => expect(pool.pids()).toEqual([]));
    expect(await read(pool, "two")).toMatchObject({ title: "two" });
  });

  test("that cannot be started fails", async () => {
    await expect(read(startPool({ filename: "none\0" }), "one")).rejects.toThrow(RenderFailure);
    await expect(read(startPool({ filename: join(folder, "none.mjs") }), "one")).rejects.toThrow("ended (1)");
  });
});

/** Runs tasks of these names all at once, and returns the names as they were done. */
async function done(pool: Pool, orders: Record<string, Order>): Promise<string[]> {
  const names: string[] = [];
  await Promise.allSettled(
    Object.entries(orders).map(([name, order]) => read(pool, name, order).then(() => names.push(name))),
  );
  return names;
}

describe("the queue", () => {
  test("takes users before jobs, and jobs by their priority", async () => {
    const orders = {
      a: user,
      second: { priority: 2 },
      first: { priority: 1 },
      also: { priority: 1 },
      b: user,
    };
    expect(await done(startPool(), orders)).toEqual(["a", "b", "first", "also", "second"]);
  });

  test("takes one task of each user in turn", async () => {
    const [one, two, three] = [{ owner: 1 }, { owner: 2 }, { owner: 3 }];
    const orders = { a1: one, a2: one, a3: one, a4: one, b1: two, b2: two, b3: two, c1: three };
    expect(await done(startPool(), orders)).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4", "b3"]);
  });

  test("keeps two children at work, each on one task", async () => {
    const pool = startPool({ count: 2 });
    const found = await Promise.all(["a", "b", "c", "d", "e", "f"].map((name) => read(pool, name)));
    expect(found.map((block) => block?.title)).toEqual(["a", "b", "c", "d", "e", "f"]);
    expect(pool.pids()).toHaveLength(2);
    expect(new Set(found.map((block) => block?.number)).size).toBe(2);
  });

  test("does not begin a task for which nobody waits", async () => {
    const pool = startPool();
    const controller = new AbortController();
    const { signal } = controller;
    const first = read(pool, "first");
    const second = read(pool, "die", { owner: 1, signal });
    const third = read(pool, "third");
    controller.abort();
    await expect(second).rejects.toThrow(AbandonedTask);
    await expect(read(pool, "die", { priority: 1, signal })).rejects.toThrow(AbandonedTask);
    expect((await first)?.number).toBe((await third)?.number);
  });

  test("gives a task that has begun its result, also when nobody waits any more", async () => {
    const controller = new AbortController();
    const begun = read(startPool(), "first", { owner: 1, signal: controller.signal });
    controller.abort();
    expect(await begun).toMatchObject({ title: "first" });
  });

  test("refuses a task when too many wait", async () => {
    const pool = startPool({ maxWaiting: 1 });
    const first = read(pool, "first");
    const second = read(pool, "second");
    await expect(read(pool, "third")).rejects.toMatchObject({ status: 503 });
    expect([await first, await second]).toMatchObject([{ title: "first" }, { title: "second" }]);
  });

  test("is empty after a stop, and no child is started again", async () => {
    const pool = startPool();
    const tasks = [read(pool, "hang"), read(pool, "second"), read(pool, "third", { priority: 1 })];
    pool.stop();
    expect(await Promise.allSettled(tasks)).toEqual(
      tasks.map(() => ({ status: "rejected", reason: expect.any(RenderFailure) })),
    );
    expect(pool.pids()).toEqual([]);
  });
});

describe("after each hostile file, a good one is drawn", () => {
  const good = pdfFile(hostilePdfs.good());
  const parameters = { filename: undefined, processorLimit: 1000 };
  const halves = [renderChildren({ ...parameters, count: 1 }), renderChildren({ ...parameters, count: 1 })];
  afterAll(() => halves.map((pool) => pool.stop()));

  const dotOf = async (pool: Pool) => {
    const { width, data } = await pool.run({ kind: "draw", path: good, page: 0, longerSide: 792 }, user);
    return data[(680 * width + 110) * 4];
  };

  test.concurrent.each(Object.keys(hostilePdfs) as (keyof typeof hostilePdfs)[])("%s", async (name) => {
    const pool = halves[name.length % 2] as Pool;
    const path = pdfFile(hostilePdfs[name]());
    const tasks = [
      pool.run({ kind: "open", path }, user),
      pool.run({ kind: "draw", path, page: 0, longerSide: 792 }, user),
    ];
    for (const outcome of await Promise.allSettled(tasks)) {
      if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(RenderFailure);
    }
    expect(await dotOf(pool)).toBe(0);
  });
});
