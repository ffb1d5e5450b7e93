import { and, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { anotherServer } from "~/testing/another-server";
import { faultRounds } from "~/testing/fault-rounds";
import { hasFile } from "~/testing/stored-files";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { decide } from "../corrections/decision.server";
import type { Viewer } from "../policy";
import { corrections, letters, mailOutbox, planChecks } from "../tables.server";
import { previewLetter } from "./letter-draft.server";
import { releaseLetter } from "./release.server";

const rounds = faultRounds(100, 2);

type Release = typeof releaseLetter;

describe.runIf(isPostgres)("two servers of one database", () => {
  let other: { releaseLetter: Release; close: () => Promise<void> };
  let dana: Viewer;
  let lee: Viewer;
  let cityId: number;
  let permitCount = 0;

  beforeAll(async () => {
    dana = await makeViewer("admin", { name: "Dana Park" });
    lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire"] });
    cityId = (await makeCity("Oakville")).id;
    await switchCorrections(cityId, true);
    await makeViewer("city", { cityId });
    other = await anotherServer(() => import("./release.server"));
  });
  afterAll(() => other.close());

  /** A permit whose letter can be released: Lee has decided Fire with one correction. */
  async function reviewedPermit() {
    permitCount += 1;
    const permit = await makePermit(dana, cityId, {
      requiredDisciplines: ["Fire"],
      cityPermitNumber: `B26-${permitCount}`,
    });
    const fire = (await assign(permit, lee, "Fire"))?.id ?? 0;
    await makeCorrections(permit, lee, [{}]);
    await decide(lee, fire, { decision: "corrections_required" });
    return permit;
  }

  /** Releases the letter at both servers at once. Returns the id of the letter, or the status of the refusal, of each. */
  async function releaseAtBoth(permitId: number, keys: [string, string]) {
    const { version: expectedVersion } = await previewLetter(dana, permitId);
    const releases = [releaseLetter, other.releaseLetter].map((release, index) =>
      release(dana, permitId, "PC1", { expectedVersion, formKey: keys[index] }),
    );
    const results = await Promise.allSettled(releases);
    return results.map((result) => (result.status === "fulfilled" ? result.value.id : result.reason.status));
  }

  /** What the one release of a permit has stored. */
  async function releasedOf({ id, urban37PermitNumber }: { id: number; urban37PermitNumber: string }) {
    const rows = await db.select().from(letters).where(eq(letters.permitId, id));
    const [planCheck] = await db.select().from(planChecks).where(eq(planChecks.permitId, id));
    const issued = and(eq(corrections.permitId, id), eq(corrections.firstLetterId, rows[0]?.id ?? 0));
    return {
      letters: rows.length,
      hasFile: hasFile(rows[0]?.fileKey ?? ""),
      state: planCheck?.state,
      corrections: await db.$count(corrections, issued),
      emails: await db.$count(mailOutbox, like(mailOutbox.subject, `%: ${urban37PermitNumber},%`)),
    };
  }
  const once = { letters: 1, hasFile: true, state: "released", corrections: 1, emails: 1 };

  test("release a letter once, and refuse the second form", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const permit = await reviewedPermit();
      const results = await releaseAtBoth(permit.id, [newIdempotencyKey(), newIdempotencyKey()]);
      expect(results.filter((result) => result === 409)).toHaveLength(1);
      expect(await releasedOf(permit)).toEqual(once);
    }
  });

  test("return the same letter to one form that was sent to both", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const permit = await reviewedPermit();
      const key = newIdempotencyKey();
      const [first, second] = await releaseAtBoth(permit.id, [key, key]);
      expect(first).toBe(second);
      expect(await releasedOf(permit)).toEqual(once);
    }
  });
});
