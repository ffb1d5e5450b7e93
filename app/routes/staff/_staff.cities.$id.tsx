import { data } from "react-router";
import { idOf } from "~/api.server";
import { cityNotFound } from "~/models/cities/city.server";
import { newPasswordLink } from "~/pages/accounts/one-time-secret.server";
import { cityAction } from "~/pages/cities/city-actions.server";
import { loadCityPage } from "~/pages/cities/city-page.server";
import { loadBilling } from "~/pages/fees/billing.server";
import { CityPage } from "~/ui/cities/city-page";
import { Billing, FinancialSummary } from "~/ui/fees/billing";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_staff.cities.$id";

export const handle = { hasList: true };

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "city.manage");
  const page = await loadCityPage(viewer, idOf(params, cityNotFound()), url);
  const billing = await loadBilling(viewer, page.city, url);
  const { secret, headers } = await newPasswordLink.take(viewer, request);
  return data({ page, billing, secret }, { headers });
}

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "city.manage");
  return cityAction({ request, viewer, id: idOf(params, cityNotFound()), url });
}

export default function City({ loaderData: { page, billing, secret } }: Route.ComponentProps) {
  return (
    <CityPage page={page} secret={secret} summary={<FinancialSummary summary={billing.summary} />}>
      <Billing billing={billing} />
    </CityPage>
  );
}
