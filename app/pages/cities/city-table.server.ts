import { env } from "~/env.server";
import { idParameter } from "~/models/address";
import { type City, deletionOf, readCity } from "~/models/cities/city.server";
import { listCities } from "~/models/cities/city-list.server";
import { pictureUrl } from "~/models/files/picture";
import type { Viewer } from "~/models/policy";
import { nullIfNotFound } from "~/models/refusal";
import { readSearchFilter } from "~/models/search-filter";
import { newCityForm } from "./city-form.server";

export async function loadCityTable(viewer: Viewer, url: URL) {
  const filter = readSearchFilter(url.searchParams);
  const { rows, total, page } = await listCities(viewer, filter);
  const dialog = url.searchParams.get("dialog");
  return {
    rows: rows.map(toTableRow),
    total,
    filter: { ...filter, page },
    provider: env.PROVIDER_NAME,
    form: dialog === "new" ? newCityForm() : null,
    deleting: dialog === "delete" ? await cityInAddress(viewer, url) : null,
  };
}

type ListedCity = Awaited<ReturnType<typeof listCities>>["rows"][number];

function toTableRow(city: ListedCity) {
  const { id, cityName, cityNumber, urban37CityCode, managerName, managerEmail, isActive, logoPath } = city;
  const logoUrl = pictureUrl(logoPath);
  return { id, cityName, cityNumber, urban37CityCode, managerName, managerEmail, isActive, logoUrl };
}

/** Null for a city that was deleted: no dialog opens. */
async function cityInAddress(viewer: Viewer, url: URL) {
  const city = await nullIfNotFound(readCity(viewer, idParameter(url.searchParams, "id")));
  return city && cityToDelete(city);
}

export const cityToDelete = async ({ id, cityName, isActive }: City) => ({
  id,
  cityName,
  isActive,
  ...(await deletionOf({ id, cityName })),
});

export type CityTableData = Awaited<ReturnType<typeof loadCityTable>>;
export type CityToDelete = Awaited<ReturnType<typeof cityToDelete>>;
