import { data, Outlet } from "react-router";
import { cityNotFound, readCity } from "~/models/cities/city.server";
import { cityStatistics } from "~/models/cities/city-list.server";
import { listCityUsers } from "~/models/cities/city-user.server";
import { formatMoment } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { feeList } from "~/models/fees/fee-list.server";
import { listPricing } from "~/models/fees/pricing.server";
import { pictureUrl } from "~/models/files/picture";
import { may } from "~/models/policy";
import { wholeNumber } from "~/models/whole-number";
import { idOf } from "~/platform/api/api.server";
import { readPage } from "~/platform/db/list.server";
import { env } from "~/platform/env.server";
import { submitForm } from "~/platform/forms/page-forms.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { NewPasswordLink } from "~/ui/accounts/one-time-secret";
import { Button, ButtonLink, DialogButton } from "~/ui/button";
import { ManyForm } from "~/ui/many-form-code";
import { PostForm } from "~/ui/post-form";
import { FailureOfGoneForm } from "~/ui/toast";
import { newPasswordLink } from "../account/parts/one-time-secret.server";
import type { Route } from "./+types/city";
import { cityForms } from "./parts/city-forms.server";
import { CityHeader } from "./parts/city-header";
import { CityInformation } from "./parts/city-information";
import { CityLogoCard } from "./parts/city-logo-card";
import { CityQuickStats } from "./parts/city-quick-stats";
import { CityUsersCard } from "./parts/city-users-card";
import { FeesCard } from "./parts/fees-card";
import { FinancialSummary } from "./parts/financial-summary";
import { PricingCard } from "./parts/pricing-card";
import { RecordsCard } from "./parts/records-card";

export const handle = { hasList: true, skipTo: () => [{ to: "fees", label: "Skip to fees" }] };

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "city.manage");
  const city = await readCity(viewer, idOf(params.id, cityNotFound()));
  const { id, idempotencyKey, createdAt, planChecksOpenedTo, logoPath, updatedAt, ...columns } = city;
  const users = await listCityUsers(viewer, id);
  const pricing = await listPricing(viewer, id);
  const list = feeList(viewer, id);
  const { rows, page, total } = await readPage(list, wholeNumber(url.searchParams.get("feePage")));
  const { secret, headers } = await newPasswordLink.take(viewer, request);
  const loaded = {
    city: { id, ...columns, logoUrl: pictureUrl(logoPath), updated: formatMoment(updatedAt) },
    provider: env.PROVIDER_NAME,
    users: users.map(({ updatedAt, identityProvider, ...row }) => row),
    statistics: await cityStatistics(viewer, id),
    mayOpenPortal: may(viewer, "portal.open", { cityId: id }),
    pricing: pricing.map(({ cityId, updatedAt, ...row }) => row),
    fees: { rows: rows.map(({ notes, status, ...fee }) => fee), page, total },
    summary: (await list.totals()).summary,
    secret,
  };
  return data(loaded, { headers });
}

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "city.manage");
  return submitForm({ request, viewer, id: idOf(params.id, cityNotFound()), url }, cityForms);
}

export default function City({ loaderData, actionData }: Route.ComponentProps) {
  const { city, provider, users, statistics, mayOpenPortal, pricing, fees, summary, secret } = loaderData;
  if (actionData && "many" in actionData) return <ManyForm id="fees" />;
  return (
    <>
      <FailureOfGoneForm />
      <CityHeader
        city={city}
        back={{ to: "/cities", label: "Back to cities" }}
        documentTitle={city.cityName}
        actions={
          <>
            <DialogButton to="delete" label="Delete" />
            <PostForm failure={failures.updateCity} action={city.isActive ? ".?deactivate" : ".?activate"}>
              <Button>{city.isActive ? "Deactivate" : "Activate"}</Button>
            </PostForm>
            <ButtonLink to="edit" tone="primary">
              Edit city
            </ButtonLink>
          </>
        }
      />
      {secret && <NewPasswordLink secret={secret} />}
      <div className="columns">
        <div className="min-w-0">
          <CityInformation city={city} provider={provider} />
          <CityUsersCard users={users} />
          <FinancialSummary summary={summary} />
        </div>
        <div className="min-w-0">
          <CityQuickStats city={city} statistics={statistics} mayOpenPortal={mayOpenPortal} />
          <CityLogoCard city={city} />
          <RecordsCard cityId={city.id} />
        </div>
      </div>
      <FeesCard cityId={city.id} fees={fees} />
      <PricingCard pricing={pricing} />
      <Outlet />
    </>
  );
}
