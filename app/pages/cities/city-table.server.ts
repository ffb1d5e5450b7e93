import { env } from "~/env.server";
import { idParameter } from "~/models/address";
import { type City, deletionBlocker, readCity } from "~/models/cities/city.server";
import { readCityFilter } from "~/models/cities/city-filter";
import { listCities } from "~/models/cities/city-list.server";
import { pictureUrl } from "~/models/files/picture";
import type { Viewer } from "~/models/policy";
import { nullIfNotFound } from "~/models/refusal";
import { newCityForm } from "./city-form.server";

/** All that the list of cities shows at an address, with the form or the city that its dialog is about. */
export async function loadCityTable(viewer: Viewer, url: URL) {
  const filter = readCityFilter(url.searchParams);
  const { rows, total, page } = await listCities(viewer, filter);
  const dialog = url.searchParams.get("dialog");
  return {
    rows: rows.map(({ logoPath, managerPhone, submissionStatus, createdAt, updatedAt, ...city }) => ({
      ...city,
      logoUrl: pictureUrl(logoPath),
    })),
    total,
    filter: { ...filter, page },
    provider: env.PROVIDER_NAME,
    form: dialog === "new" ? newCityForm() : null,
    deleting: dialog === "delete" ? await cityNamed(viewer, url) : null,
  };
}

/** The city that an open dialog names; null if it was deleted meanwhile, and then no dialog is open. */
async function cityNamed(viewer: Viewer, url: URL) {
  const city = await nullIfNotFound(readCity(viewer, idParameter(url.searchParams, "id")));
  return city && cityToDelete(city);
}

/** A city as the dialog that deletes it shows it. */
export const cityToDelete = async ({ id, cityName, isActive }: City) => ({
  id,
  cityName,
  isActive,
  deletionBlocker: await deletionBlocker({ id, cityName }),
});

export type CityTableData = Awaited<ReturnType<typeof loadCityTable>>;
export type CityToDelete = Awaited<ReturnType<typeof cityToDelete>>;
