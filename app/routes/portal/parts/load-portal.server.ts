import { env } from "~/env.server";
import { today } from "~/models/clock.server";
import type { Viewer } from "~/models/policy";
import {
  countHeldPermits,
  countPortalPermits,
  listPortalPermits,
  readPortalCity,
} from "~/models/portal/portal.server";
import { readPortalFilter } from "~/models/portal/portal-filter";

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
  };
}
