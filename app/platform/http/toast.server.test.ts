import type * as toasts from "remix-toast";
import { beforeEach, expect, test, vi } from "vitest";
import { requestPage } from "~/testing/page-request";
import { cookieOf, signInCookie } from "~/testing/test-addresses";
import { makeViewer } from "~/testing/test-rows";
import * as secret from "../secret.server";
import { redirectWithSuccess, takeToast } from "./toast.server";

const { getToast } = vi.hoisted(() => ({ getToast: vi.fn() }));
vi.mock("remix-toast", async (original) => {
  const { createToastUtilsWithCustomSession: create } = await original<typeof toasts>();
  const createCounted = (session: Parameters<typeof create>[0]) => {
    const utilities = create(session);
    getToast.mockImplementation(utilities.getToast);
    return { ...utilities, getToast };
  };
  return { createToastUtilsWithCustomSession: createCounted };
});
vi.mock(import("../secret.server"), async (original) => {
  const { sign, verify, ...others } = await original<typeof secret>();
  return { ...others, sign: vi.fn(sign), verify: vi.fn(verify) };
});

beforeEach(() => vi.clearAllMocks());

const requestWith = (cookie: string) => new Request("http://localhost:3000/", { headers: { cookie } });

test("a toast is returned once, with the header that deletes its cookie", async () => {
  const response = await redirectWithSuccess("/permits", "Süd & Co was saved");
  expect([response.status, response.headers.get("location")]).toEqual([302, "/permits"]);
  const header = response.headers.get("set-cookie");
  expect(header).toMatch(/^toast=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
  const { toast, headers } = await takeToast(requestWith(cookieOf(header)));
  expect(toast).toMatchObject({ type: "success", message: "Süd & Co was saved" });
  expect(headers?.["Set-Cookie"]).toBe("toast=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
});

test("a toast stays for the page that is opened when a prefetch or a HEAD comes before it", async () => {
  const cookie = cookieOf((await redirectWithSuccess("/", "Saved")).headers.get("set-cookie"));
  const at = "http://localhost:3000/";
  expect(await takeToast(new Request(at, { method: "HEAD", headers: { cookie } }))).toEqual({});
  expect(await takeToast(new Request(at, { headers: { cookie, "sec-purpose": "prefetch" } }))).toEqual({});
});

test("an altered toast cookie is deleted, and shows nothing", async () => {
  const header = (await redirectWithSuccess("/", "Saved")).headers.get("set-cookie");
  const { toast, headers } = await takeToast(requestWith(`${cookieOf(header)}A`));
  expect(toast).toBeUndefined();
  expect(headers?.["Set-Cookie"]).toMatch(/^toast=; Max-Age=0; /);
});

test.each(["", "session=1", "not-a-toast=1; other=toast=2", "toast=; session=1"])(
  "a request with the cookies %o parses, verifies and signs nothing for a toast",
  async (cookie) => {
    expect(await takeToast(requestWith(cookie))).toEqual({});
    expect(getToast).not.toHaveBeenCalled();
    expect(secret.verify).not.toHaveBeenCalled();
    expect(secret.sign).not.toHaveBeenCalled();
  },
);

test("a page without a toast verifies its session and signs the owner of its forms, and no more", async () => {
  const cookie = await signInCookie(await makeViewer("admin"));
  vi.clearAllMocks();
  const response = await requestPage("/profile", `styles=1; round=2; ${cookie}`);
  expect(response.status).toBe(200);
  expect(getToast).not.toHaveBeenCalled();
  expect(vi.mocked(secret.verify).mock.calls.map(([purpose]) => purpose)).toEqual(["session"]);
  expect(vi.mocked(secret.sign).mock.calls.map(([purpose]) => purpose)).toEqual(["form-owner"]);
  expect(response.headers.getSetCookie().join()).not.toContain("toast");
});
