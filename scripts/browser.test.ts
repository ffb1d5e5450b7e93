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

  test("CHROMIUM_PATH takes precedence, and the path is printed", () => {
    vi.stubEnv("CHROMIUM_PATH", "/mine");
    const { run } = machine(["/mine", "/usr/bin/chromium", downloaded]);
    expect(findBrowser(run)).toBe("/mine");
    expect(printed).toEqual(["Browser: /mine"]);
  });

  test("a CHROMIUM_PATH where no browser starts is an error, and no other browser is used", () => {
    vi.stubEnv("CHROMIUM_PATH", "/gone");
    const { run, commands } = machine(["/usr/bin/chromium", downloaded]);
    expect(() => findBrowser(run)).toThrow("CHROMIUM_PATH is /gone");
    expect(commands).toEqual([]);
  });

  test("the first browser on the PATH that starts is used, the headless shell before the others", () => {
    const { run, commands } = machine([
      "/usr/local/bin/chromium",
      "/usr/bin/chromium-headless-shell",
      downloaded,
    ]);
    expect(findBrowser(run)).toBe("/usr/bin/chromium-headless-shell");
    expect(findBrowser(machine(["/usr/bin/google-chrome", downloaded]).run)).toBe("/usr/bin/google-chrome");
    expect(commands).toEqual([]);
  });

  test("Playwright's browser is not downloaded again", () => {
    const { run, commands } = machine([downloaded]);
    expect(findBrowser(run)).toBe(downloaded);
    expect(commands).toEqual([]);
  });

  test("Playwright's browser is downloaded if there is none", () => {
    const { run, commands } = machine([], { playwright: downloaded });
    expect(findBrowser(run)).toBe(downloaded);
    expect(commands).toEqual(["playwright"]);
  });

  test("Debian's package is installed if the download fails", () => {
    const { run, commands } = machine([], { "apt-get": "/usr/bin/chromium" });
    expect(findBrowser(run)).toBe("/usr/bin/chromium");
    expect(commands).toEqual(["playwright", "apt-get"]);
    expect(printed.join("\n")).toMatch(/^No browser found, running: npx playwright install/);
  });

  test("if all installations fail, the error has instructions", () => {
    expect(() => findBrowser(machine([]).run)).toThrow(/^No browser found[\s\S]*CHROMIUM_PATH/);
  });

  test("a path is used only if its program starts", () => {
    vi.stubEnv("CHROMIUM_PATH", process.execPath);
    expect(findBrowser()).toBe(process.execPath);
    vi.stubEnv("CHROMIUM_PATH", "/nowhere/chromium");
    expect(() => findBrowser()).toThrow("CHROMIUM_PATH is /nowhere/chromium");
  });
});
