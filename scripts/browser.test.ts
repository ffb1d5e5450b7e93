import { chromium } from "@playwright/test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findBrowser } from "./browser";

const own = chromium.executablePath();

/** Runs nothing: `starting` lists what starts, and `installs` what an install command adds to that. */
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

  it("takes CHROMIUM_PATH before all others, and prints which it took", () => {
    vi.stubEnv("CHROMIUM_PATH", "/mine");
    const { run } = machine(["/mine", "/usr/bin/chromium", own]);
    expect(findBrowser(run)).toBe("/mine");
    expect(printed).toEqual(["Browser: /mine"]);
  });

  it("refuses a CHROMIUM_PATH where no browser starts, by name, and takes no other", () => {
    vi.stubEnv("CHROMIUM_PATH", "/gone");
    const { run, commands } = machine(["/usr/bin/chromium", own]);
    expect(() => findBrowser(run)).toThrow("CHROMIUM_PATH is /gone");
    expect(commands).toEqual([]);
  });

  it("takes the first on the PATH that starts, the headless shell before the others", () => {
    const { run, commands } = machine(["/usr/local/bin/chromium", "/usr/bin/chromium-headless-shell", own]);
    expect(findBrowser(run)).toBe("/usr/bin/chromium-headless-shell");
    expect(findBrowser(machine(["/usr/bin/google-chrome", own]).run)).toBe("/usr/bin/google-chrome");
    expect(commands).toEqual([]);
  });

  it("takes Playwright's own without downloading it again", () => {
    const { run, commands } = machine([own]);
    expect(findBrowser(run)).toBe(own);
    expect(commands).toEqual([]);
  });

  it("downloads Playwright's when there is none", () => {
    const { run, commands } = machine([], { playwright: own });
    expect(findBrowser(run)).toBe(own);
    expect(commands).toEqual(["playwright"]);
  });

  it("installs Debian's package when the download fails", () => {
    const { run, commands } = machine([], { "apt-get": "/usr/bin/chromium" });
    expect(findBrowser(run)).toBe("/usr/bin/chromium");
    expect(commands).toEqual(["playwright", "apt-get"]);
    expect(printed.join("\n")).toMatch(/^No browser found, running: npx playwright install/);
  });

  it("says what to install when all fails", () => {
    expect(() => findBrowser(machine([]).run)).toThrow(/^No browser found[\s\S]*CHROMIUM_PATH/);
  });

  it("starts what it finds", () => {
    vi.stubEnv("CHROMIUM_PATH", process.execPath);
    expect(findBrowser()).toBe(process.execPath);
    vi.stubEnv("CHROMIUM_PATH", "/nowhere/chromium");
    expect(() => findBrowser()).toThrow("CHROMIUM_PATH is /nowhere/chromium");
  });
});
