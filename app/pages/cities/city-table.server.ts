import { env } from "~/env.server";
import { idParameter } from "~/models/address";
import { type City, deletionOf, readCity } from "~/models/cities/city.server";
import { listCities } from "~/models/cities/city-list.server";
import { pictureUrl } from "~/models/files/picture";
import type { Viewer } from "~/models/policy";
import { nullIfNotFound } from "~/models/refusal";
import { readSearchFilter } from "~/models/search-filter";
import { newCityForm } from "./city-form.server";

/** Loads the list of cities and the data of the open dialog. */
export async function loadCityTable(viewer: Viewer, url: URL) {
  const filter = readSearchFilter(url.searchParams);
  const { rows, total, page } = await listCities(viewer, filter);
  const dialog = url.searchParams.get("dialog");
  return {
    rows: rows.map(asTableRow),
    total,
    filter: { ...filter, page },
    provider: env.PROVIDER_NAME,
    form: dialog === "new" ? newCityForm() : null,
    deleting: dialog === "delete" ? await cityInAddress(viewer, url) : null,
  };
}

type ListedCity = Awaited<ReturnType<typeof listCities>>["rows"][number];

/** Returns what the list shows of a city. */
function asTableRow(city: ListedCity) {
  const { id, cityName, cityNumber, urban37CityCode, managerName, managerEmail, isActive, logoPath } = city;
  const logoUrl = pictureUrl(logoPath);
  return { id, cityName, cityNumber, urban37CityCode, managerName, managerEmail, isActive, logoUrl };
}

/** Returns the city of the open dialog, or null if it was deleted, so that no dialog opens. */
async function cityInAddress(viewer: Viewer, url: URL) {
  const city = await nullIfNotFound(readCity(viewer, idParameter(url.searchParams, "id")));
  return city && cityToDelete(city);
}

/** The data of the dialog that deletes a city. */
export const cityToDelete = async ({ id, cityName, isActive }: City) => ({
  id,
  cityName,
  isActive,
  ...(await deletionOf({ id, cityName })),
});

export type CityTableData = Awaited<ReturnType<typeof loadCityTable>>;
export type CityToDelete = Awaited<ReturnType<typeof cityToDelete>>;
