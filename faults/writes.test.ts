import { test } from "vitest";
import { isPostgres } from "../app/platform/db/dialect.server";
import { testWrites } from "./writes";

test.runIf(isPostgres)("three servers that write at once fail nothing and count rightly", () =>
  testWrites({ rounds: 1, seed: 1 }),
);
