import { env } from "~/env.server";
import { formatDate } from "~/models/calendar-date";
import { formatMoment } from "~/models/clock.server";
import { uploadCycleOptions } from "~/models/permits/permit";
import { listPlanFiles, mayUpload } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import { choosesPortal, readPortalCity, readPortalPermit } from "~/models/portal/portal.server";
import { newFormKey } from "~/models/secret.server";
import { loadDiscussion } from "../plan-review/comment-actions.server";

export type PortalPermit = Awaited<ReturnType<typeof loadPortalPermit>>;

/** A permit as its city reads it, at an address, with its files, the shared discussion and the open dialog. */
export async function loadPortalPermit(viewer: Viewer, id: number, url: URL) {
  const { cityId, creationDate, submissionDate, ...permit } = await readPortalPermit(viewer, id);
  const files = await listPlanFiles(viewer, id);
  const dialog = url.searchParams.get("dialog");
  const fileId = Number(url.searchParams.get("fileId"));
  const isUploader = await mayUpload(viewer, { id, cityId });
  return {
    city: await readPortalCity(viewer, cityId),
    permit,
    created: formatDate(creationDate),
    submitted: submissionDate && formatDate(submissionDate),
    files: files.map(({ uploadedAt, ...file }) => ({ ...file, uploaded: formatMoment(uploadedAt) })),
    portal: choosesPortal(viewer) ? `/oakvilles?cityId=${cityId}` : "/oakvilles",
    mayUpload: isUploader,
    upload:
      isUploader && dialog === "upload"
        ? {
            formKey: newFormKey(),
            largestFile: `${env.MAX_UPLOAD_MB}MB`,
            cycles: uploadCycleOptions(permit.reviewCycle),
          }
        : null,
    deletingFile:
      dialog === "delete-file" ? (files.find((file) => file.id === fileId && file.mayDelete) ?? null) : null,
    // Whoever looks on from outside the city sees what it sees, too.
    discussion: { ...(await loadDiscussion(viewer, id, url, cityId)), mayStart: false },
  };
}
