import { expect, test } from "vitest";
import { writer } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { queriesIn } from "~/testing/statements";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { updatePermit } from "./permits/permit.server";

test.skipIf(isPostgres)(
  "the last change of a stale row is found by an index, also without statistics",
  async () => {
    const administrator = await makeViewer("admin");
    const permit = await makePermit(administrator, (await makeCity()).id);
    await updatePermit(administrator, permit.id, { projectName: "Renamed" });
    const queries = await queriesIn(async () => {
      const stale = updatePermit(administrator, permit.id, { projectName: "Again" }, permit.updatedAt);
      await expect(stale).rejects.toMatchObject({ status: 409 });
    });
    const [lookup] = queries.filter(({ text }) => text.includes("audit_events"));
    if (!lookup) throw new Error("No look-up of the last change");
    writer.exec("DELETE FROM sqlite_stat1");
    const plan = writer.prepare(`EXPLAIN QUERY PLAN ${lookup.text}`).all(...lookup.values);
    expect(plan).toMatchObject([
      { detail: "SEARCH audit_events USING INDEX audit_events_by_subject (subject=? AND subject_id=?)" },
    ]);
  },
);
