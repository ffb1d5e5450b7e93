import { and, eq, gt } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { now } from "../clock.server";
import { sheets } from "../tables.server";
import { drawSheet, isDrawn, storePictures } from "./draw-sheet.server";
import { beginTurn, triedTwice } from "./job-turn.server";
import type { ClaimedJob, Settle } from "./render-jobs.server";
import { renderTasks } from "./render-task";

/** Draws the pictures of the next pages, in their order. */
export async function drawSheets(job: ClaimedJob, settle: Settle): Promise<void> {
  const { set, file, pagesDone } = job;
  const pages = await db
    .select({ id: sheets.id, page: sheets.page })
    .from(sheets)
    .where(and(eq(sheets.planSetId, set.id), eq(sheets.cannotBeShown, false), gt(sheets.page, pagesDone)))
    .orderBy(sheets.page);
  const goesOn = beginTurn();
  const failed: number[] = [];
  let last = pagesDone;
  for (const { id, page } of pages) {
    if (!goesOn()) break;
    const sheet = { fileKey: file.fileKey, page };
    if (!(await isDrawn(sheet))) {
      const pictures = await triedTwice(() => drawSheet(sheet, renderTasks.draw));
      if (pictures) await storePictures(sheet, pictures);
      else failed.push(id);
    }
    last = page;
  }
  await settle(async (tx) => {
    for (const id of failed) {
      await tx.update(sheets).set({ cannotBeShown: true, updatedAt: now() }).where(eq(sheets.id, id));
    }
    return last === (pages.at(-1)?.page ?? last) ? "done" : { pagesDone: last };
  });
}
