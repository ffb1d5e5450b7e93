import { data, useSearchParams } from "react-router";
import { idOf } from "~/api.server";
import { cityNotFound } from "~/models/cities/city.server";
import { isMoneyForm } from "~/models/fees/money-form";
import { takeShownLink } from "~/pages/accounts/shown-link.server";
import { cityAction } from "~/pages/cities/city-actions.server";
import { loadCityPage } from "~/pages/cities/city-page.server";
import { loadCityMoney } from "~/pages/fees/city-money.server";
import { CityPage } from "~/ui/cities/city-page";
import { CityMoney, FinancialSummary } from "~/ui/fees/city-money";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_staff.cities.$id";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.page.city.cityName ?? "City"} · Redline` },
];

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "city.manage");
  const page = await loadCityPage(viewer, idOf(params, cityNotFound()), url);
  const money = await loadCityMoney(viewer, page.city, url);
  const { shown, headers } = await takeShownLink(request);
  return data({ page, money, shown }, { headers });
}

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "city.manage");
  return cityAction({ request, viewer, id: idOf(params, cityNotFound()), url });
}

export default function City({ loaderData: { page, money, shown }, actionData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const isOfMoney = isMoneyForm(query);
  return (
    <CityPage
      page={page}
      shown={shown}
      answer={isOfMoney ? undefined : actionData}
      summary={<FinancialSummary summary={money.summary} />}
    >
      <CityMoney money={money} answer={isOfMoney ? actionData : undefined} />
    </CityPage>
  );
}
