import { getZodConstraint } from "@conform-to/zod/v4";
import { env } from "~/env.server";
import { cityOptions } from "~/models/cities/city.server";
import { today } from "~/models/clock.server";
import { failures } from "~/models/failures";
import type { Viewer } from "~/models/policy";
import {
  countHeldPermits,
  countPortalPermits,
  listPortalPermits,
  mayOpenAllPortals,
  readPortalCity,
} from "~/models/portal/portal.server";
import { readPortalFilter } from "~/models/portal/portal-filter";
import { SubmissionSchema } from "~/models/portal/submission.schema.server";
import { submitPermit } from "~/models/portal/submission.server";
import { type PageRequest, submitForm } from "~/page-forms.server";
import { newUpload } from "~/routes/permits/parts/load-plan-files.server";
import { redirectWithSuccess } from "~/toast.server";
import { planFilesForm } from "../files/plan-file-form.server";

const constraint = getZodConstraint(SubmissionSchema);

export type PortalData = Awaited<ReturnType<typeof loadPortal>>;

export async function loadPortal(viewer: Viewer, url: URL) {
  const filter = readPortalFilter(url.searchParams);
  const city = await readPortalCity(viewer, filter.cityId);
  const { total, pending_review, in_review, approved } = await countPortalPermits(viewer, city.id);
  return {
    city,
    filter,
    counts: { total, pending_review, in_review, approved },
    held: await countHeldPermits(viewer, city),
    today: today(),
    provider: env.PROVIDER_NAME,
    list: await listPortalPermits(viewer, city.id, filter),
    form: url.searchParams.get("dialog") === "submit" ? { constraint, ...newUpload() } : null,
  };
}

export async function loadPortalChoice(viewer: Viewer, url: URL) {
  const { cityId } = readPortalFilter(url.searchParams);
  return mayOpenAllPortals(viewer) && cityId === undefined ? cityOptions(viewer) : null;
}

const cityIn = ({ searchParams }: URL) => readPortalFilter(searchParams).cityId;

const portalForms = {
  "dialog=submit": planFilesForm({
    schema: SubmissionSchema,
    failure: failures.submitPermit,
    allow: ({ viewer, url }: PageRequest) => readPortalCity(viewer, cityIn(url)),
    command: async ({ viewer, url }, fields, files) => {
      const { id } = await submitPermit(viewer, cityIn(url), fields, files);
      return redirectWithSuccess(`/oakvilles/permits/${id}`, "Permit submitted successfully");
    },
  }),
};

export const portalAction = (sent: PageRequest) => submitForm(sent, portalForms);
