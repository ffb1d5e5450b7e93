import type Database from "better-sqlite3";
import { fileSize } from "../../app/models/files/file-size";
import { type PlanFileOrigin, planFileOrigins } from "../../app/models/files/plan-file";
import { type ReviewCycle, reviewCycles } from "../../app/models/permits/permit";
import { formatMoment } from "./dates";
import type { StoredPermit } from "./permit-data";

type StoredFile = {
  id: number;
  name: string;
  size: number;
  uploadedAt: string;
  origin: PlanFileOrigin;
  isSetAside: number;
  reviewCycle: ReviewCycle;
};

/** The plan files of a permit by review cycle, the latest first. */
export type FilesData = ReturnType<ReturnType<typeof filesReader>>;

export function filesReader(database: Database.Database) {
  const query = database.prepare<[number], StoredFile>(`
    select id, file_name as name, byte_size as size, uploaded_at as uploadedAt, origin,
      is_set_aside as isSetAside, review_cycle as reviewCycle
    from plan_files where permit_id = ? order by uploaded_at desc, id desc`);
  return (permit: StoredPermit) => {
    const stored = query.all(permit.id);
    return reviewCycles
      .filter((cycle) => stored.some(({ reviewCycle }) => reviewCycle === cycle))
      .toReversed()
      .map((cycle) => {
        const files = stored.filter(({ reviewCycle }) => reviewCycle === cycle);
        return {
          cycle,
          isOpen: cycle === permit.reviewCycle || files.length === stored.length,
          files: files.map(({ id, name, size, uploadedAt, origin, isSetAside }) => ({
            id,
            name,
            details: `${fileSize(size)} · ${formatMoment(uploadedAt)}`,
            origin: origin === "submitted" ? null : planFileOrigins[origin].label,
            isSetAside: isSetAside === 1,
          })),
        };
      });
  };
}
