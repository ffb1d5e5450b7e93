import { sendCityRecords } from "~/api/records-download.server";
import { cityNotFound } from "~/models/cities/city.server";
import { handleByMethod, idOf } from "~/platform/api/api.server";
import { viewerOf } from "~/platform/http/viewer.server";
import type { Route } from "./+types/records-zip";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  handleByMethod(request, {
    GET: () => sendCityRecords(viewerOf(context, "city.export"), idOf(params.id, cityNotFound()), request),
  });

export const action = loader;
