import { expect, test } from "vitest";
import { parseSettings } from "./env.server";
import { settingsOfOnce } from "./once-settings.server";

const secret = "5ca1ab1e".repeat(8);
const ofOnce = {
  SECRET_KEY_BASE: secret,
  VAPID_PUBLIC_KEY: "public",
  VAPID_PRIVATE_KEY: "private",
  SMTP_ADDRESS: "mail.example.gov",
  SMTP_PORT: "587",
  SMTP_USERNAME: "permits@example.gov",
  SMTP_PASSWORD: "p/w:d",
  MAILER_FROM_ADDRESS: "Redline <redline@example.gov>",
};
const inImage = { NODE_ENV: "production", PORT: "80", ORIGIN: "https://permits.example.gov" };
const networks = () => ["172.18.0.5/16", "fd00:18::5/64"];

test("the names of once are Redline's settings", () => {
  expect(settingsOfOnce(ofOnce, networks)).toEqual({
    SESSION_SECRET: secret,
    TRUSTED_PROXY: "172.18.0.5/16,fd00:18::5/64",
    SMTP_URL: "smtp://permits%40example.gov:p%2Fw%3Ad@mail.example.gov:587",
    MAIL_FROM: "Redline <redline@example.gov>",
  });
});

test("Redline starts with them, and with the addresses of this machine's networks", () => {
  const settings = parseSettings({ ...inImage, ...ofOnce });
  expect(settings.SESSION_SECRET).toEqual([secret]);
  expect(new URL(settings.SMTP_URL ?? "").password).toBe("p%2Fw%3Ad");
  expect(settings.TRUSTED_PROXY.filter((range) => /^(127\.|::1)/.test(range))).toEqual([]);
});

test("Redline's own names win", () => {
  const own = {
    SESSION_SECRET: "s".repeat(32),
    TRUSTED_PROXY: "10.0.7.0/24",
    SMTP_URL: "smtps://relay.example.gov:465",
    MAIL_FROM: "permits@example.gov",
  };
  expect(parseSettings({ ...inImage, ...ofOnce, ...own })).toMatchObject({
    ...own,
    SESSION_SECRET: [own.SESSION_SECRET],
    TRUSTED_PROXY: [own.TRUSTED_PROXY],
  });
});

test("port 465 speaks TLS from the start, and a mail server may ask for no password", () => {
  const { SMTP_URL } = settingsOfOnce({ SMTP_ADDRESS: "mail.example.gov", SMTP_PORT: "465" });
  expect(SMTP_URL).toBe("smtps://mail.example.gov:465");
});

test("variables that are empty, as without email in once, set nothing", () => {
  const empty = {
    SMTP_ADDRESS: "",
    SMTP_PORT: "",
    SMTP_USERNAME: "",
    SMTP_PASSWORD: "",
    MAILER_FROM_ADDRESS: "",
  };
  const settings = parseSettings({ ...inImage, SECRET_KEY_BASE: secret, ...empty });
  expect([settings.SMTP_URL, settings.MAIL_FROM]).toEqual([undefined, undefined]);
});

test("without once nothing is set, and no network is trusted", () => {
  expect(settingsOfOnce(inImage, networks)).toEqual({});
});
