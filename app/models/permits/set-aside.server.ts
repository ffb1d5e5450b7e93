import { eq } from "drizzle-orm";
import { recordEvent } from "../audit.server";
import { write } from "../db.server";
import { reasonToKeep } from "../plan-checks/kept-file.server";
import { allow, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { planFiles } from "../tables.server";
import { readPlanFile } from "./plan-file.server";

/** Sets a file aside that may not be deleted, or takes it back. No later letter lists it. 409 if it can be deleted. */
export function setFileAside(viewer: Viewer, id: number, isSetAside: boolean): Promise<void> {
  return write(async (tx) => {
    const file = await readPlanFile(viewer, id, tx);
    const { permitId, reviewCycle, fileName } = file;
    const denied = `Only an administrator can set ${fileName} aside or take it back.`;
    allow(viewer, "plan-file.set-aside", undefined, denied);
    if (file.isSetAside === isSetAside) return;
    if (isSetAside && !(await reasonToKeep(tx, file))) {
      throw new Refusal(409, `${fileName} can still be deleted: delete it instead of setting it aside`);
    }
    await tx.update(planFiles).set({ isSetAside }).where(eq(planFiles.id, id));
    const action = isSetAside ? "permit.file-set-aside" : "permit.file-taken-back";
    await recordEvent(tx, viewer, action, permitId, { reviewCycle, files: [fileName] });
  });
}
