import { existsSync } from "node:fs";

/** Programs that the examples in deploy/ are for. */
export const deploymentPrograms = {
  Caddy: "/usr/bin/caddy",
  nginx: "/usr/sbin/nginx",
  systemd: "/usr/bin/systemd-analyze",
};

export const missingForDeployment = (): string[] =>
  Object.entries(deploymentPrograms).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));

/** With CI, a test fails without the program that it needs. */
export const isLeftOut = (name: keyof typeof deploymentPrograms): boolean =>
  !process.env.CI && missingForDeployment().includes(name);
