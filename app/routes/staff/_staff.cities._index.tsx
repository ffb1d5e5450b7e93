import { refuseOtherMethods, submit } from "~/form.server";
import { CityForm } from "~/models/cities/city.form.server";
import { createCity } from "~/models/cities/city.server";
import { failures } from "~/models/failures";
import { Refusal } from "~/models/refusal";
import { loadCityTable } from "~/pages/cities/city-table.server";
import { redirectWithSuccess } from "~/toast.server";
import { CitiesPage } from "~/ui/cities/city-table";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_staff.cities._index";

export const meta: Route.MetaFunction = () => [{ title: "Cities · Redline" }];

export const loader = ({ url, context }: Route.LoaderArgs) =>
  loadCityTable(viewerOf(context, "city.manage"), url);

export function action({ request, url, context }: Route.ActionArgs) {
  refuseOtherMethods(request);
  const viewer = viewerOf(context, "city.manage");
  if (url.searchParams.get("dialog") !== "new") {
    throw new Refusal(400, "Nothing was sent that this page knows. Go back and try again.");
  }
  return submit(
    request,
    CityForm,
    async (fields) => {
      const { id } = await createCity(viewer, fields);
      return redirectWithSuccess(`/cities/${id}`, "City created successfully");
    },
    { failure: failures.createCity },
  );
}

export default function Cities({ loaderData, actionData }: Route.ComponentProps) {
  return <CitiesPage table={loaderData} answer={actionData} />;
}
