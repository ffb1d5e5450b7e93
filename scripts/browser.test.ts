import { chromium } from "@playwright/test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findBrowser } from "./browser";

const downloaded = chromium.executablePath();

/** Simulates a machine: `starting` lists the programs that start, `installs` the one that a command installs. */
function machine(starting: string[], installs: Record<string, string> = {}) {
  const commands: string[] = [];
  const run = (program: string, options: string[]) => {
    if (options.length > 0) return starting.includes(program);
    const [installer = ""] = /playwright|apt-get/.exec(program) ?? [];
    commands.push(installer);
    const added = installs[installer];
    if (added) starting.push(added);
    return Boolean(added);
  };
  return { run, commands };
}

describe("findBrowser", () => {
  const printed: unknown[] = [];
  beforeEach(() => {
    vi.stubEnv("CHROMIUM_PATH", undefined);
    vi.stubEnv("PATH", "/usr/local/bin:/usr/bin");
    vi.spyOn(console, "log").mockImplementation((line) => printed.push(line));
  });
  afterEach(() => {
    printed.length = 0;
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  it("uses CHROMIUM_PATH before all others, and prints its choice", () => {
    vi.stubEnv("CHROMIUM_PATH", "/mine");
    const { run } = machine(["/mine", "/usr/bin/chromium", downloaded]);
    expect(findBrowser(run)).toBe("/mine");
    expect(printed).toEqual(["Browser: /mine"]);
  });

  it("throws for a CHROMIUM_PATH where no browser starts, and uses no other", () => {
    vi.stubEnv("CHROMIUM_PATH", "/gone");
    const { run, commands } = machine(["/usr/bin/chromium", downloaded]);
    expect(() => findBrowser(run)).toThrow("CHROMIUM_PATH is /gone");
    expect(commands).toEqual([]);
  });

  it("uses the first browser on the PATH that starts, the headless shell before the others", () => {
    const { run, commands } = machine([
      "/usr/local/bin/chromium",
      "/usr/bin/chromium-headless-shell",
      downloaded,
    ]);
    expect(findBrowser(run)).toBe("/usr/bin/chromium-headless-shell");
    expect(findBrowser(machine(["/usr/bin/google-chrome", downloaded]).run)).toBe("/usr/bin/google-chrome");
    expect(commands).toEqual([]);
  });

  it("uses Playwright's browser without downloading it again", () => {
    const { run, commands } = machine([downloaded]);
    expect(findBrowser(run)).toBe(downloaded);
    expect(commands).toEqual([]);
  });

  it("downloads Playwright's browser when there is none", () => {
    const { run, commands } = machine([], { playwright: playwrightBrowser });
    expect(findBrowser(run)).toBe(downloaded);
    expect(commands).toEqual(["playwright"]);
  });

  test("Debian's package is installed if the download fails", () => {
    const { run, commands } = machine([], { "apt-get": "/usr/bin/chromium" });
    expect(findBrowser(run)).toBe("/usr/bin/chromium");
    expect(commands).toEqual(["playwright", "apt-get"]);
    expect(printed.join("\n")).toMatch(/^No browser found, running: npx playwright install/);
  });

  it("throws with instructions when all installations fail", () => {
    expect(() => findBrowser(machine([]).run)).toThrow(/^No browser found[\s\S]*CHROMIUM_PATH/);
  });

  it("starts the browser that it finds", () => {
    vi.stubEnv("CHROMIUM_PATH", process.execPath);
    expect(findBrowser()).toBe(process.execPath);
    vi.stubEnv("CHROMIUM_PATH", "/nowhere/chromium");
    expect(() => findBrowser()).toThrow("CHROMIUM_PATH is /nowhere/chromium");
  });
});
