import { getZodConstraint } from "@conform-to/zod/v4";
import { env } from "~/env.server";
import { refuseOtherMethods } from "~/form.server";
import { cityOptions } from "~/models/cities/city.server";
import { failures } from "~/models/failures";
import type { Viewer } from "~/models/policy";
import {
  choosesPortal,
  countPortalPermits,
  listPortalPermits,
  readPortalCity,
} from "~/models/portal/portal.server";
import { readPortalFilter } from "~/models/portal/portal-filter";
import { SubmissionForm } from "~/models/portal/submission.form.server";
import { submitPermit } from "~/models/portal/submission.server";
import { Refusal } from "~/models/refusal";
import { newFormKey } from "~/models/secret.server";
import { redirectWithSuccess } from "~/toast.server";
import { submitWithPlanFiles } from "../files/plan-file-form.server";

const constraint = getZodConstraint(SubmissionForm);

export type PortalData = Awaited<ReturnType<typeof loadPortal>>;

/** A city's portal at an address. */
export async function loadPortal(viewer: Viewer, url: URL) {
  const filter = readPortalFilter(url.searchParams);
  const city = await readPortalCity(viewer, filter.cityId);
  const { total, pending_review, in_review, approved } = await countPortalPermits(viewer, city.id);
  return {
    city,
    filter,
    counts: { total, pending_review, in_review, approved },
    list: await listPortalPermits(viewer, city.id, filter),
    form:
      url.searchParams.get("dialog") === "submit"
        ? { constraint, formKey: newFormKey(), largestFile: `${env.MAX_UPLOAD_MB}MB` }
        : null,
  };
}

/** The cities to choose from, for whoever opens every city's portal and has named none. */
export async function loadPortalChoice(viewer: Viewer, url: URL) {
  const { cityId } = readPortalFilter(url.searchParams);
  return choosesPortal(viewer) && cityId === undefined ? cityOptions(viewer) : null;
}

/** What the portal's dialog sends: a permit that is submitted. */
export async function portalAction({ request, viewer, url }: { request: Request; viewer: Viewer; url: URL }) {
  refuseOtherMethods(request);
  if (url.searchParams.get("dialog") !== "submit") {
    throw new Refusal(400, "Nothing was sent that this page knows. Go back and try again.");
  }
  const { cityId } = readPortalFilter(url.searchParams);
  // Refused before any file is read.
  await readPortalCity(viewer, cityId);
  return submitWithPlanFiles(
    request,
    viewer,
    SubmissionForm,
    async (fields, files) => {
      const { id } = await submitPermit(viewer, cityId, fields, files);
      return redirectWithSuccess(`/oakvilles/permits/${id}`, "Permit submitted successfully");
    },
    { failure: failures.submitPermit },
  );
}
