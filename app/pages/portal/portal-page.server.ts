import { getZodConstraint } from "@conform-to/zod/v4";
import { type FormTable, type PageRequest, submitForm } from "~/form-table.server";
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
import { redirectWithSuccess } from "~/toast.server";
import { planFilesForm } from "../files/plan-file-form.server";
import { newUpload } from "../files/plan-file-list.server";

const constraint = getZodConstraint(SubmissionForm);

export type PortalData = Awaited<ReturnType<typeof loadPortal>>;

/** A city's portal, filtered as the address asks. */
export async function loadPortal(viewer: Viewer, url: URL) {
  const filter = readPortalFilter(url.searchParams);
  const city = await readPortalCity(viewer, filter.cityId);
  const { total, pending_review, in_review, approved } = await countPortalPermits(viewer, city.id);
  return {
    city,
    filter,
    counts: { total, pending_review, in_review, approved },
    list: await listPortalPermits(viewer, city.id, filter),
    form: url.searchParams.get("dialog") === "submit" ? { constraint, ...newUpload() } : null,
  };
}

/** The cities to choose from, for a viewer of all portals whose address names none; otherwise null. */
export async function loadPortalChoice(viewer: Viewer, url: URL) {
  const { cityId } = readPortalFilter(url.searchParams);
  return choosesPortal(viewer) && cityId === undefined ? cityOptions(viewer) : null;
}

const cityIn = ({ searchParams }: URL) => readPortalFilter(searchParams).cityId;

const portalForms = {
  "dialog=submit": planFilesForm({
    schema: SubmissionForm,
    failure: failures.submitPermit,
    allow: ({ viewer, url }) => readPortalCity(viewer, cityIn(url)),
    command: async ({ viewer, url }, fields, files) => {
      const { id } = await submitPermit(viewer, cityIn(url), fields, files);
      return redirectWithSuccess(`/oakvilles/permits/${id}`, "Permit submitted successfully");
    },
  }),
} satisfies FormTable<PageRequest>;

/** Submits the portal's dialog: a new permit. */
export const portalAction = (sent: PageRequest) => submitForm(sent, portalForms);
