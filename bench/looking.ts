import { setTimeout as pause } from "node:timers/promises";
import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import Database from "better-sqlite3";
import { browserFlags, findBrowser } from "../scripts/browser";
import type { BenchContext, Row } from "./bench";
import { largest, median } from "./figures";
import { firstViewsOn, planSetOf, type Rows, upload } from "./plan-set-upload";
import type { BenchServer } from "./servers";

/** As slow as a telephone or an old laptop: 4 times slower than the machine of the results when nothing else runs on it. */
const slowdown = 4;
/** As many as one person may draw on a sheet, and as many as a sheet carries. */
const fullSheets = [
  { shapes: 200, hasGate: true },
  { shapes: 1500, hasGate: false },
];
const strokesIn = (shapes: number): number => Math.round((shapes * 2) / 3);
const pointsOfStroke = 59;
/** In milliseconds of the processor: on a machine that others use too, the time on the clock says little. */
const longestTask = 50;

type Gesture = { name: string; make: (devTools: CDPSession, page: Page) => Promise<void> };
type Looked = { name: string; shapes: number; hasGate: boolean; path: string; gestures: Gesture[] };

/** Looks at a full sheet and draws on it, with a slow processor, and watches for long tasks. */
export async function measureLooking(
  server: BenchServer,
  rows: Rows,
  { rounds, log }: BenchContext,
): Promise<Row[]> {
  const permitId = Number(server.values.ids.correctedPermit);
  await upload(server, permitId, await planSetOf(4));
  await rows.whenIdle();
  const drawings = await firstViewsOn(server, permitId);
  const pages = fullSheets.flatMap((full, index): Looked[] => {
    const sheetId = Number(drawings[index]?.sheetId);
    fillSheet(server.dataFolder, { permitId, sheetId, shapes: full.shapes });
    const path = `/permits/${permitId}/sheets/${sheetId}`;
    const writing = `${path}/corrections/new`;
    return [
      { ...full, name: "looking", path, gestures: [loading, ...looks] },
      { ...full, name: "writing", path: writing, gestures: [loading, chooseHand, ...looks, stroke] },
    ];
  });
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
  const measured: Row[] = [];
  try {
    for (const looked of pages) {
      const longest = new Map<string, number[]>();
      for (let round = 1; round <= rounds; round += 1) {
        for (const [name, task] of await look(browser, server, looked)) {
          longest.set(name, [...(longest.get(name) ?? []), task]);
        }
      }
      log(
        `${looked.name}, ${looked.shapes} shapes: ${[...longest].map(([name, tasks]) => `${name} ${tasks.join(" ")}`).join("; ")}`,
      );
      measured.push(rowOf(looked, longest));
    }
  } finally {
    await browser.close();
  }
  return measured;
}

function rowOf({ name, shapes, hasGate }: Looked, longest: Map<string, number[]>): Row {
  const medians = [...longest].map(([gesture, tasks]) => ({ gesture, task: median(tasks) }));
  const [load, ...others] = medians;
  const texts = others.map(({ gesture, task }) => `${gesture} ${task} ms`);
  return {
    what: `sheets: longest task while ${name}, ${shapes} shapes, processor ${slowdown} × slower`,
    measured: `${texts.join(", ")}; loading the page ${load?.task} ms`,
    ...(hasGate && {
      gate: `${longestTask} ms`,
      holds: largest(others.map(({ task }) => task)) <= longestTask,
    }),
  };
}

/** The longest task of each gesture. */
async function look(browser: Browser, server: BenchServer, { path, gestures }: Looked) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, hasTouch: true });
  const longest = new Map<string, number>();
  try {
    const [name = "", value = ""] = server.sessionOf("reviewer").split("=");
    await context.addCookies([{ url: server.url, name, value }]);
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await slowDown(devTools);
    const browserTools = await browser.newBrowserCDPSession();
    for (const { name: gesture, make } of gestures) {
      const stopTracing = await traceTasks(browserTools);
      if (gesture === loading.name) await page.goto(`${server.url}${path}`, { waitUntil: "load" });
      await make(devTools, page);
      // The picture and the address follow.
      await pause(1500);
      longest.set(gesture, Math.round(await stopTracing()));
    }
    await browserTools.detach();
  } finally {
    await context.close();
  }
  return longest;
}

/** What a browser does most here: it builds and lays out elements. Returns the milliseconds. */
const yardstick = `(() => {
  const list = document.body.appendChild(document.createElement("ul"));
  const start = performance.now();
  for (let time = 0; time < 20; time += 1) {
    list.innerHTML = "<li><b>1.</b> A line of text</li>".repeat(40);
    list.getBoundingClientRect();
  }
  list.remove();
  return performance.now() - start;
})()`;
/** The milliseconds of the machine of the results when nothing else runs on it. */
const quietYardstick = 35;

/** A machine that others use too is slow already, and is slowed down by what is missing. */
async function slowDown(devTools: CDPSession): Promise<void> {
  const times: number[] = [];
  while (times.length < 25) times.push(await resultOf<number>(devTools, yardstick));
  const rate = Math.max(1, (slowdown * quietYardstick) / median(times));
  await devTools.send("Emulation.setCPUThrottlingRate", { rate });
}

type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  /** Of the processor. */
  tdur?: number;
  args: { name?: string; chrome_mojo_event_info?: { mojo_interface_tag?: string } };
};

/** `stop` returns how many milliseconds of the processor the longest task of a page took. */
async function traceTasks(devTools: CDPSession): Promise<() => Promise<number>> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]));
  devTools.on("Tracing.dataCollected", collect);
  await devTools.send("Tracing.start", {
    traceConfig: { includedCategories: ["toplevel"] },
  });
  return async () => {
    const isComplete = new Promise((resolve) => devTools.once("Tracing.tracingComplete", resolve));
    await devTools.send("Tracing.end");
    await isComplete;
    devTools.off("Tracing.dataCollected", collect);
    const isOfPage = ({ name, args }: TraceEvent) => name === "thread_name" && args.name === "CrRendererMain";
    const threads = new Set(events.filter(isOfPage).map(threadOf));
    const own = events.filter((event) => threads.has(threadOf(event)));
    const asked = own.filter(isQuestion);
    const tasks = own.filter(({ name }) => name.endsWith("RunTask"));
    const ofPage = tasks.filter((task) => !asked.some((question) => isWithin(question, task)));
    return largest(ofPage.map(({ tdur = 0 }) => tdur / 1000));
  };
}

/** What this bench asks a page takes the page's time too. */
const isQuestion = ({ args }: TraceEvent): boolean =>
  args.chrome_mojo_event_info?.mojo_interface_tag === "blink.mojom.DevToolsSession";

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;

const isWithin = (event: TraceEvent, task: TraceEvent): boolean =>
  threadOf(event) === threadOf(task) && event.ts >= task.ts && event.ts <= task.ts + (task.dur ?? 0);

const loading: Gesture = {
  name: "loading",
  make: async (devTools) => {
    const isReady =
      "Boolean(document.querySelector('.sheet-stage[data-live=true]')) && !document.querySelector('.stroke-box')";
    while (!(await resultOf(devTools, isReady))) await pause(100);
    await pause(2000);
  },
};

const chooseHand: Gesture = {
  name: "choosing a tool",
  make: (devTools) => press(devTools, '.drawing-tools [title="Move the sheet"]'),
};

/** Of an expression in the page. What Playwright itself adds to a page would be measured too. */
async function resultOf<Value>(devTools: CDPSession, expression: string): Promise<Value> {
  const { result } = await devTools.send("Runtime.evaluate", { expression, returnByValue: true });
  return result.value;
}

/** The middle of an element, or of the part of it that is surely on the screen. */
async function middleOf(devTools: CDPSession, selector: string) {
  const element = `document.querySelector(${JSON.stringify(selector)})`;
  const box = await resultOf<DOMRect>(devTools, `${element}.getBoundingClientRect().toJSON()`);
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height, 600) / 2 };
}

type MouseType = "mousePressed" | "mouseMoved" | "mouseReleased" | "mouseWheel";
type At = { x: number; y: number };

/** The mouse of Playwright runs a script in the page at each movement of a drag. */
const mouse = (devTools: CDPSession, type: MouseType, at: At, wheel = 0) =>
  devTools.send("Input.dispatchMouseEvent", {
    type,
    ...at,
    ...(type === "mouseWheel" ? { deltaX: 0, deltaY: wheel } : { button: "left", clickCount: 1 }),
  });

async function press(devTools: CDPSession, selector: string): Promise<void> {
  const at = await middleOf(devTools, selector);
  await mouse(devTools, "mouseMoved", at);
  await mouse(devTools, "mousePressed", at);
  await pause(80);
  await mouse(devTools, "mouseReleased", at);
}

/** Calls `act` with 0 to 1, at the pace of a screen. */
async function during(milliseconds: number, act: (part: number) => Promise<unknown>): Promise<void> {
  const start = performance.now();
  for (let part = 0; part < 1; part = (performance.now() - start) / milliseconds) {
    await act(part);
    await pause(8);
  }
}

const looks: Gesture[] = [
  {
    name: "wheel",
    make: async (devTools) => {
      const at = await middleOf(devTools, ".sheet-stage");
      await during(1000, () => mouse(devTools, "mouseWheel", at, -40));
      await during(700, () => mouse(devTools, "mouseWheel", at, 40));
    },
  },
  {
    name: "drag",
    make: async (devTools) => {
      const { x, y } = await middleOf(devTools, ".sheet-stage");
      await mouse(devTools, "mousePressed", { x, y });
      await during(2000, (part) =>
        mouse(devTools, "mouseMoved", { x: x + 200 * Math.sin(part * 12), y: y + 150 * Math.sin(part * 9) }),
      );
      await mouse(devTools, "mouseReleased", { x, y });
    },
  },
  {
    name: "pinch",
    make: async (devTools) => {
      const { x, y } = await middleOf(devTools, ".sheet-stage");
      const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart = 0) => {
        const touchPoints = [-1, 1].map((side, id) => ({ x: x + side * apart, y: y + side * apart, id }));
        return devTools.send("Input.dispatchTouchEvent", {
          type,
          touchPoints: type === "touchEnd" ? [] : touchPoints,
        });
      };
      await touch("touchStart", 40);
      await during(1500, (part) => touch("touchMove", 40 + 80 * Math.sin(part * 6)));
      await touch("touchEnd");
    },
  },
  {
    name: "keys",
    make: async (devTools, page) => {
      await resultOf(devTools, "document.querySelector('.sheet-stage').focus()");
      for (const key of ["+", "ArrowLeft", "ArrowUp", "-", "n", "n", "p", "ArrowRight", "+", "0"]) {
        await page.keyboard.press(key);
        await pause(60);
      }
    },
  },
];

const pointsOfLongStroke = 2000;

const stroke: Gesture = {
  name: `a stroke of ${pointsOfLongStroke} points`,
  make: async (devTools) => {
    await press(devTools, '.drawing-tools [title="Freehand"]');
    const { x, y } = await middleOf(devTools, ".sheet-stage");
    await mouse(devTools, "mousePressed", { x, y });
    for (let point = 1; point <= pointsOfLongStroke; point += 1) {
      const turn = point / 20;
      const away = (turn + 20) * 2;
      await mouse(devTools, "mouseMoved", { x: x + away * Math.cos(turn), y: y + away * Math.sin(turn) });
    }
    await mouse(devTools, "mouseReleased", { x, y });
  },
};

type FullSheet = { permitId: number; sheetId: number; shapes: number };

/** Writes strokes, and half as many pins, of corrections that the permit has. */
function fillSheet(folder: string, { permitId, sheetId, shapes }: FullSheet): void {
  const database = new Database(`${folder}/redline.db`);
  const corrections = database
    .prepare("select id, review_cycle as cycle from corrections where permit_id = ? order by id")
    .all(permitId) as { id: number; cycle: string }[];
  const insert = database.prepare(
    `insert into markups (sheet_id, correction_id, review_cycle, shape, points, point_count, updated_at)
     values (?, ?, ?, ?, ?, ?, '2026-11-21T12:00:00.000Z')`,
  );
  const place = (index: number) => [0.03 + 0.94 * ((index * 0.618) % 1), 0.03 + 0.94 * ((index * 0.377) % 1)];
  const strokeAt = (index: number) =>
    Array.from({ length: pointsOfStroke }, (_, point) => {
      const [x = 0, y = 0] = place(index);
      return [x + 0.02 * Math.sin(point / 4), y + 0.02 * Math.cos(point / 7)];
    });
  database.transaction(() => {
    for (let index = 0; index < shapes; index += 1) {
      const { id, cycle } = corrections[index % corrections.length] ?? {};
      const isStroke = index < strokesIn(shapes);
      const points = isStroke ? strokeAt(index) : [place(index)];
      insert.run(sheetId, id, cycle, isStroke ? "freehand" : "pin", JSON.stringify(points), points.length);
    }
  })();
  database.close();
}
