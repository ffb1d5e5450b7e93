import { cityListAction } from "~/pages/cities/city-actions.server";
import { loadCityTable } from "~/pages/cities/city-table.server";
import { CitiesPage } from "~/ui/cities/city-table";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_staff.cities._index";

export const handle = { hasList: true };

export const loader = ({ url, context }: Route.LoaderArgs) =>
  loadCityTable(viewerOf(context, "city.manage"), url);

export const action = ({ request, url, context }: Route.ActionArgs) =>
  cityListAction({ request, viewer: viewerOf(context, "city.manage"), url });

export default function Cities({ loaderData }: Route.ComponentProps) {
  return <CitiesPage table={loaderData} />;
}
