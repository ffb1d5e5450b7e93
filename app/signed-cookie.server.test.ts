import { afterEach, expect, test, vi } from "vitest";
import { env } from "./env.server";
import { sign } from "./models/secret.server";
import { cookieText, signedCookie } from "./signed-cookie.server";

const cookie = signedCookie("form");
const pairOf = async (value: unknown, of = cookie) => (await of.serialize(value)).split(";")[0] ?? "";

const secrets = env.SESSION_SECRET;
afterEach(() => {
  env.SESSION_SECRET = secrets;
  vi.unstubAllEnvs();
  vi.resetModules();
});

test.each(["a text", "", "Süd & Co; 100 %", { name: "„quoted“", size: 7, until: null }, ["a", "b"]])(
  "the value %o comes back from a header with other cookies",
  async (value) => {
    const pair = await pairOf(value);
    expect(pair).toMatch(/^form=[\w+/=.-]*$/);
    expect(await cookie.parse(`performed=1; ${pair};other=form=2`)).toEqual(value === "" ? null : value);
  },
);

test("it is for the server only, and can end", async () => {
  expect(await cookie.serialize("a text")).toMatch(/^form=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(await signedCookie("form", { maxAge: 60 }).serialize("a text")).toContain("; Max-Age=60; ");
  expect(await cookie.serialize("", { maxAge: 0 })).toMatch(/^form=; Max-Age=0; /);
});

test("with https each cookie is of this host only, and is sent encrypted only", async () => {
  vi.stubEnv("ORIGIN", "https://permits.example.gov");
  vi.resetModules();
  const { plainCookie, signedCookie } = await import("./signed-cookie.server");
  const signed = signedCookie("form");
  const headers = [
    await signed.serialize("a text"),
    await plainCookie("round").serialize("a text"),
    await (await import("./viewer.server")).startSessionHeader("token"),
    await (await import("./api/demo.server")).demoUserCookie.serialize("ann@example.test"),
    (await (await import("./toast.server")).redirectWithSuccess("/", "Saved")).headers.get("set-cookie"),
  ];
  for (const header of headers)
    expect(header).toMatch(
      /^__Host-[\w-]+=[^;]+;(?: Max-Age=\d+;)? Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  const pair = String(headers[0]).split(";")[0] ?? "";
  expect(await signed.parse(pair)).toBe("a text");
  expect(await signed.parse(pair.replace("__Host-", ""))).toBeNull();
});

test("a header without it, and no header, have no value", async () => {
  for (const header of [null, "", "form", "form=", "=form", "other=form=a", "xform=a; form2=b"]) {
    expect(await cookie.parse(header)).toBeNull();
  }
});

test("of two with its name, the first counts, as for React Router", async () => {
  const [first, second] = [await pairOf("first"), await pairOf("second")];
  expect(await cookie.parse(`${first}; ${second}`)).toBe("first");
  expect(cookieText("a=1; b=2; a=3", "a")).toBe("1");
});

test("an altered, shortened or unsigned one is refused without an error", async () => {
  const pair = await pairOf({ userId: 1 });
  const [text = "", signature = ""] = pair.split(".");
  const other = (await pairOf({ userId: 2 })).split(".")[0];
  const refused = [
    text,
    `${text}.`,
    `form=.${signature}`,
    `${other}.${signature}`,
    `${pair}A`,
    `${pair}.more`,
    `form=x${pair.slice(5)}`,
    "form=%E0%A4%A",
    "form=.",
    `form=${"é".repeat(60)}.${"é".repeat(43)}`,
  ];
  for (const header of refused) expect([header, await cookie.parse(header)]).toEqual([header, null]);
  for (let length = 0; length < signature.length; length += 1) {
    expect(await cookie.parse(`${text}.${signature.slice(0, length)}`)).toBeNull();
  }
});

test("the value of another cookie is refused", async () => {
  const foreign = (await pairOf("a text", signedCookie("other"))).replace(/^other=/, "form=");
  expect(await cookie.parse(foreign)).toBeNull();
  expect(await cookie.parse(`form=${sign("plan-file", "ImEgdGV4dCI=")}`)).toBeNull();
});

test("after a new secret, those of the old one are valid until it is removed", async () => {
  const [old] = secrets;
  const next = "the next secret, which is long enough";
  const before = await pairOf("before");
  env.SESSION_SECRET = [next, old];
  expect(await cookie.parse(before)).toBe("before");
  const after = await pairOf("after");
  env.SESSION_SECRET = [next];
  expect(await cookie.parse(before)).toBeNull();
  expect(await cookie.parse(after)).toBe("after");
});
