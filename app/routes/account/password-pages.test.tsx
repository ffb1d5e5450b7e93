import { afterEach, describe, expect, test, vi } from "vitest";
import { createApiKey } from "~/models/accounts/api-key.server";
import { rendered, textOf } from "~/testing/rendered";
import { makeViewer } from "~/testing/test-rows";
import EditUser from "../cities/dialogs/edit-user";
import Login from "./login";
import { loadProfile } from "./parts/profile.server";
import { ProfilePage } from "./parts/profile-page";
import { SetPasswordPage } from "./parts/set-password-page";

const email = "ann@oakville.test";

/** Returns the inputs that password managers read, in their order: the name of the account, then passwords. */
const credentialsIn = (html: string) =>
  [...html.matchAll(/<input [^>]*>/g)]
    .map(([input]) =>
      Object.fromEntries([...input.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
    )
    .filter((input) => /username|password/.test(input.autoComplete ?? input.autocomplete ?? ""))
    .map(({ type, autoComplete, autocomplete = autoComplete, value }) => [autocomplete, type, value]);

type LoginProps = Parameters<typeof Login>[0];
const loginPage = (loaderData: Partial<LoginProps["loaderData"]>) =>
  rendered(<Login {...({ loaderData: { returnTo: "/", ...loaderData } } as LoginProps)} />);

const person = { email, firstName: "Ann", lastName: "Lee", apiKeys: 0 };
const link = { person, provider: "Urban37", minPasswordLength: 12, signInWith: undefined };
const setPasswordPage = (apiKeys: number) =>
  rendered(<SetPasswordPage title="Set a new password" link={{ ...link, person: { ...person, apiKeys } }} />);

describe("a password manager finds the account and its password", () => {
  test("on the sign-in page", () => {
    expect(credentialsIn(loginPage({ hasPasswords: true }))).toEqual([
      ["username", "text", undefined],
      ["current-password", "password", undefined],
    ]);
  });

  test("on the page of a link, in a field that is shown and cannot be changed", () => {
    const page = setPasswordPage(0);
    expect(credentialsIn(page)).toEqual([
      ["username", "text", email],
      ["new-password", "password", undefined],
    ]);
    expect(page).toMatch(
      /<input[^>]*readOnly=""[^>]*autoComplete="username"|<input[^>]*autoComplete="username"[^>]*readOnly=""/i,
    );
  });

  test("on the profile", async () => {
    const viewer = await makeViewer("admin", { email });
    const { data } = await loadProfile(viewer, new Request("http://localhost:3000/profile"));
    expect(credentialsIn(rendered(<ProfilePage profile={data} />, "/profile"))).toEqual([
      ["username", "text", email],
      ["current-password", "password", undefined],
      ["new-password", "password", undefined],
    ]);
  });
});

test("with password sign-in off no page asks for a password, and the identity provider signs in", async () => {
  const provider = "Oakville ID";
  const viewer = await makeViewer("admin");
  const { data } = await loadProfile(viewer, new Request("http://localhost:3000/profile"));
  const linkWithout = { ...link, person: null, signInWith: provider };
  const pages = [
    loginPage({ hasPasswords: false, identityProvider: provider, isUnavailable: true }),
    rendered(<SetPasswordPage title="Set a password" link={linkWithout} />),
    rendered(<ProfilePage profile={{ ...data, hasPasswords: false }} />, "/profile"),
  ];
  for (const page of pages) expect(page).not.toContain('type="password"');
  expect(textOf(pages[0] ?? "")).toContain("Oakville ID is not available at the moment");
  for (const page of pages.slice(0, 2)) expect(page).toContain('href="/api/login?with=provider');
});

describe("API keys", () => {
  test("are kept or revoked on the page of a link only if there are any", () => {
    expect(textOf(setPasswordPage(0))).not.toContain("API key");
    expect(textOf(setPasswordPage(2))).toContain("Keep my API keys Otherwise 2 API keys are revoked.");
    expect(setPasswordPage(1)).not.toContain("checked");
  });

  test("are revoked on the profile only if there are any", async () => {
    const viewer = await makeViewer("admin");
    const profile = async () => {
      const { data } = await loadProfile(viewer, new Request("http://localhost:3000/profile"));
      return textOf(rendered(<ProfilePage profile={data} />, "/profile"));
    };
    expect(await profile()).not.toContain("Revoke my API keys");
    await createApiKey(viewer, { name: "Report", isReadOnly: true });
    expect(await profile()).toContain("Revoke my API keys");
  });
});

describe("the account at the identity provider", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  test("is released only where the user is bound to one", () => {
    const values = { email, firstName: "Ann", lastName: null };
    const dialog = (boundTo: string | null) => {
      const user = { loaderData: { values, updatedAt: "", boundTo } } as unknown as Parameters<
        typeof EditUser
      >[0];
      return textOf(rendered(<EditUser {...user} />));
    };
    expect(dialog("Oakville ID")).toContain("Release the account at Oakville ID");
    expect(dialog(null)).not.toContain("Release");
  });

  test("is named while it is one of the identity provider in the settings", async () => {
    const settings = {
      OIDC_ISSUER: "https://login.example.gov",
      OIDC_CLIENT_ID: "redline",
      OIDC_CLIENT_SECRET: "secret",
      OIDC_NAME: "Oakville ID",
    };
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    vi.resetModules();
    const { boundTo } = await import("~/api/identity-provider.server");
    const names = ["https://login.example.gov redline", "https://login.example.gov other", null].map(
      (identityProvider) => boundTo({ identityProvider }),
    );
    expect(names).toEqual(["Oakville ID", null, null]);
    expect(boundTo(null)).toBeNull();
  });
});
