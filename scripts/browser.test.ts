import { describe, expect, it } from "vitest";
import { findBrowser, type Machine } from "./browser";

/** A machine on which nothing starts, but for what a test says; `did` keeps what was done to it. */
function machine(starting: string[], answers: Partial<Machine> = {}) {
  const did: string[] = [];
  const asked: Machine = {
    chosen: undefined,
    isRoot: false,
    installed: () => ["/usr/bin/chromium", "/usr/bin/google-chrome"],
    playwright: () => "/cache/chrome",
    starts: (path) => starting.includes(path),
    download: () => did.push("download"),
    installDebianPackage: () => did.push("apt-get"),
    say: (line) => did.push(line),
    ...answers,
  };
  return { asked, did, starting };
}

describe("findBrowser", () => {
  it("takes CHROMIUM_PATH before all others", () => {
    const { asked, did } = machine(["/mine", "/usr/bin/chromium", "/cache/chrome"], { chosen: "/mine" });
    expect(findBrowser(asked)).toEqual({ path: "/mine", from: "CHROMIUM_PATH" });
    expect(did).toEqual(["Browser: /mine (CHROMIUM_PATH)"]);
  });

  it("refuses a CHROMIUM_PATH where no browser starts, by name, and takes no other", () => {
    const { asked, did } = machine(["/usr/bin/chromium"], { chosen: "/gone" });
    expect(() => findBrowser(asked)).toThrow("CHROMIUM_PATH is /gone");
    expect(did).toEqual([]);
  });

  it("takes the first installed Chromium that starts", () => {
    const { asked, did } = machine(["/usr/bin/google-chrome", "/cache/chrome"]);
    expect(findBrowser(asked).path).toBe("/usr/bin/google-chrome");
    expect(did).toEqual(["Browser: /usr/bin/google-chrome (installed Chromium)"]);
  });

  it("takes what Playwright downloaded earlier without downloading again", () => {
    const { asked, did } = machine(["/cache/chrome"]);
    expect(findBrowser(asked).from).toBe("Playwright's earlier download");
    expect(did).not.toContain("download");
  });

  it("downloads Playwright's when there is none", () => {
    const { asked, did, starting } = machine([], {
      isRoot: true,
      download: () => starting.push("/cache/chrome"),
    });
    expect(findBrowser(asked)).toEqual({ path: "/cache/chrome", from: "Playwright's download" });
    expect(did).not.toContain("apt-get");
  });

  it("installs Debian's package when the download fails and it is root", () => {
    const { asked, did, starting } = machine([], {
      isRoot: true,
      installDebianPackage: () => starting.push("/usr/bin/chromium"),
    });
    expect(findBrowser(asked)).toEqual({ path: "/usr/bin/chromium", from: "Debian's package" });
    expect(did).toContain("download");
  });

  it("says what to install when all fails, and leaves apt-get to root", () => {
    const { asked, did } = machine([]);
    expect(() => findBrowser(asked)).toThrow(/CHROMIUM_PATH/);
    expect(did).not.toContain("apt-get");
  });
});
