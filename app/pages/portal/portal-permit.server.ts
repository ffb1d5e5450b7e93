import { env } from "~/env.server";
import { formatDate } from "~/models/calendar-date";
import { today } from "~/models/clock.server";
import { failures } from "~/models/failures";
import type { Permit } from "~/models/permits/permit-scope.server";
import { mayUpload } from "~/models/permits/plan-file.server";
import { planChecksForCity } from "~/models/plan-checks/city-plan-check.server";
import { uploadCyclesOf } from "~/models/plan-checks/upload-cycle";
import { may, type Viewer } from "~/models/policy";
import {
  mayOpenAllPortals,
  portalFieldsOf,
  readPortalCity,
  readPortalPermit,
} from "~/models/portal/portal.server";
import { CityNumberSchema } from "~/models/portal/submission.schema.server";
import { giveCityNumber } from "~/models/portal/submission.server";
import { formReturningTo, type RowRequest, submitForm } from "~/page-forms.server";
import { loadPlanFiles, newUpload } from "../files/plan-file-list.server";
import { handOverForms, loadPermitLetters } from "../letters/permit-letters.server";
import { permitForms, uploadForm } from "../permits/permit-actions.server";
import { commentForms, loadDiscussion } from "../plan-review/comment-actions.server";

export type PortalPermit = Awaited<ReturnType<typeof loadPortalPermit>>;

export async function loadPortalPermit(viewer: Viewer, id: number, url: URL) {
  const permit = await readPortalPermit(viewer, id);
  const { cityId, creationDate, submissionDate } = permit;
  const dialog = url.searchParams.get("dialog");
  const isUploader = mayUpload(viewer, permit);
  const discussion = await loadDiscussion(viewer, permit, url, cityId);
  return {
    city: await readPortalCity(viewer, cityId),
    permit: portalFieldsOf(permit),
    created: formatDate(creationDate),
    submitted: submissionDate && formatDate(submissionDate),
    planChecks: await loadPlanChecks(permit),
    letters: permit.cyclesWithLetter.length > 0 ? await loadPermitLetters(viewer, permit, url) : null,
    // Administrators see the files as the city sees them.
    ...(await loadPlanFiles(viewer, permit, url, { asCity: true })),
    portal: mayOpenAllPortals(viewer) ? `/oakvilles?cityId=${cityId}` : "/oakvilles",
    mayGiveNumber: permit.cityPermitNumber === null && may(viewer, "permit.give-city-number", { cityId }),
    provider: env.PROVIDER_NAME,
    today: today(),
    mayUpload: isUploader,
    upload:
      isUploader && dialog === "upload"
        ? { ...newUpload(), cycles: uploadCyclesOf(permit, { asCity: true }) }
        : null,
    // Administrators see the discussion as the city sees it, and write to it on their own page.
    discussion: { ...discussion, mayStart: discussion.mayWrite && !mayOpenAllPortals(viewer) },
  };
}

async function loadPlanChecks(permit: Permit) {
  const planChecks = await planChecksForCity(permit);
  if (!planChecks) return null;
  const shown = ({ receivedOn, ...planCheck }: typeof planChecks.current) => ({
    ...planCheck,
    received: formatDate(receivedOn),
  });
  return { current: shown(planChecks.current), others: planChecks.others.map(shown) };
}

const portalPermitForms = {
  "city-number": formReturningTo<RowRequest>(({ url }) => url.pathname)({
    schema: CityNumberSchema,
    failure: failures.updatePermit,
    command: ({ viewer, id }, { cityPermitNumber }) => giveCityNumber(viewer, id, cityPermitNumber),
    says: "City permit number saved",
  }),
  ...commentForms,
  ...handOverForms,
  "dialog=delete-file": permitForms["dialog=delete-file"],
  // The page lists plans received only, so what is added here is no marked-up plan.
  upload: uploadForm("submitted"),
  "dialog=upload": uploadForm("submitted"),
};

/** Forms of the other permit pages are unknown here: no response depends on what a reviewer has done. */
export const portalPermitAction = (sent: RowRequest) => submitForm(sent, portalPermitForms);
