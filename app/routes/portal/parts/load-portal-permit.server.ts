import { formatDate } from "~/models/calendar-date";
import { today } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { portalAddressOf } from "~/models/permits/permit-address";
import type { Permit } from "~/models/permits/permit-scope.server";
import { mayUpload } from "~/models/permits/plan-file.server";
import { may, type Viewer } from "~/models/policy";
import {
  mayOpenAllPortals,
  portalFieldsOf,
  readPortalCity,
  readPortalPermit,
} from "~/models/portal/portal.server";
import { CityNumberSchema } from "~/models/portal/submission.schema.server";
import { giveCityNumber } from "~/models/portal/submission.server";
import { planChecksOutside } from "~/models/review-cycles/city-plan-check.server";
import { uploadCycleOf } from "~/models/review-cycles/upload-cycle";
import { env } from "~/platform/env.server";
import { submit } from "~/platform/forms/form.server";
import type { RowRequest } from "~/platform/forms/page-forms.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { loadDiscussion } from "../../permits/parts/load-discussion.server";
import { loadPermitLetters } from "../../permits/parts/load-permit-letters.server";
import { loadPlanFiles, newUpload } from "../../permits/parts/load-plan-files.server";
import { loadStripForCity } from "../../permits/parts/load-strip.server";
import { noteOpened } from "../../permits/parts/note-opened.server";
import type { Opened } from "../../permits/parts/read-once.server";
import { zipLinksOf } from "../../permits/parts/zip-links.server";

export type PortalPermit = Awaited<ReturnType<typeof loadPortalPermit>>;

export async function loadPortalPermit(viewer: Viewer, id: number, opened: Opened) {
  const permit = await readPortalPermit(viewer, id);
  await noteOpened(viewer, permit, opened);
  const { cityId, creationDate, submissionDate } = permit;
  const discussion = await loadDiscussion(viewer, permit, opened, cityId);
  const strip = await loadStripForCity(viewer, permit);
  const reviewCycle = uploadCycleOf(permit);
  // Administrators see the files as the city sees them.
  const maySend = mayUpload(viewer, permit);
  const { files, sheets } = await loadPlanFiles(viewer, permit, { mayChange: maySend, asCity: true });
  return {
    city: await readPortalCity(viewer, cityId),
    permit: portalFieldsOf(permit),
    strip,
    upload: strip.step?.dialog === "upload" && reviewCycle ? { ...newUpload(), reviewCycle } : null,
    created: formatDate(creationDate),
    submitted: submissionDate && formatDate(submissionDate),
    planChecks: await loadPlanChecks(viewer, permit),
    letters: permit.cyclesWithLetter.length > 0 ? await loadPermitLetters(viewer, permit) : null,
    files,
    sheets,
    zipLinks: zipLinksOf(permit, files, { asCity: true }),
    portal: mayOpenAllPortals(viewer) ? `/oakvilles?cityId=${cityId}` : "/oakvilles",
    mayGiveNumber: permit.cityPermitNumber === null && may(viewer, "permit.give-city-number", { cityId }),
    provider: env.PROVIDER_NAME,
    statusLinks: may(viewer, "status-link.manage", permit)
      ? `${portalAddressOf(permit.id)}/status-links`
      : null,
    today: today(),
    mayUpload: maySend,
    // Administrators see the discussion as the city sees it, and write to it on their own page.
    discussion: { ...discussion, mayStart: discussion.mayWrite && !mayOpenAllPortals(viewer) },
  };
}

async function loadPlanChecks(viewer: Viewer, permit: Permit) {
  const planChecks = await planChecksOutside(viewer, permit);
  if (!planChecks) return null;
  const shown = ({ reviewCycle, word, receivedOn }: typeof planChecks.current) => ({
    ...{ reviewCycle, word },
    received: formatDate(receivedOn),
  });
  return { current: shown(planChecks.current), others: planChecks.others.map(shown) };
}

export const cityNumberForm = ({ request, viewer, id, url }: RowRequest) =>
  submit(request, CityNumberSchema, { failure: failures.updatePermit }, async ({ cityPermitNumber }) => {
    await giveCityNumber(viewer, id, cityPermitNumber);
    return redirectWithSuccess(url.pathname, "City permit number saved");
  });
