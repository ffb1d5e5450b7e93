const browsers = ["Edg", "OPR", "Firefox", "Chrome", "Safari"];
const browserNames: Record<string, string> = { Edg: "Edge", OPR: "Opera" };
const systems = ["Windows", "Android", "iPhone", "iPad", "Mac OS X", "Linux"];

/** Returns a text such as 'Firefox on Windows', with which users can recognize their sessions. */
export function browserName(userAgent: string): string {
  const browser = browsers.find((name) => userAgent.includes(name));
  const system = systems.find((name) => userAgent.includes(name));
  if (!browser) return userAgent || "Unknown browser";
  return [browserNames[browser] ?? browser, system].filter(Boolean).join(" on ");
}
