import { getZodConstraint } from "@conform-to/zod/v4";
import { env } from "~/env.server";
import { idIn } from "~/models/address";
import { cityValues } from "~/models/cities/city";
import { CityEditSchema, CitySchema } from "~/models/cities/city.schema.server";
import { type City, deletionOf, readCity } from "~/models/cities/city.server";
import { listCities } from "~/models/cities/city-list.server";
import { cityStatistics } from "~/models/cities/city-statistics.server";
import { listCityUsers } from "~/models/cities/city-user.server";
import { formatMoment } from "~/models/clock.server";
import { pictureUrl } from "~/models/files/picture";
import { statusOfReview } from "~/models/permits/permit";
import { countUnreleased } from "~/models/plan-checks/plan-check.server";
import { may, type Viewer } from "~/models/policy";
import { nullIfNotFound } from "~/models/refusal";
import { readSearchFilter } from "~/models/search-filter";
import { newIdempotencyKey } from "~/models/secret.server";
import { pick } from "~/models/shown-fields";
import { boundTo } from "../accounts/identity-provider.server";

export async function loadCityTable(viewer: Viewer, url: URL) {
  const filter = readSearchFilter(url.searchParams);
  const { rows, total, page } = await listCities(viewer, filter);
  const dialog = url.searchParams.get("dialog");
  return {
    rows: rows.map(shownFields),
    total,
    filter: { ...filter, page },
    provider: env.PROVIDER_NAME,
    form: dialog === "new" ? newCityForm() : null,
    deleting: dialog === "delete" ? await cityInAddress(viewer, url) : null,
  };
}

type ListedCity = Awaited<ReturnType<typeof listCities>>["rows"][number];

const shownFields = (city: ListedCity) => ({
  ...pick(city, "id", "cityName", "cityNumber", "urban37CityCode", "managerName", "managerEmail", "isActive"),
  logoUrl: pictureUrl(city.logoPath),
});

async function cityInAddress(viewer: Viewer, url: URL) {
  const city = await nullIfNotFound(readCity(viewer, idIn(url, "id")));
  return city && cityToDelete(city);
}

const cityToDelete = async (city: City) => ({
  ...pick(city, "id", "cityName", "isActive"),
  ...(await deletionOf(city)),
});

export type CityTableData = Awaited<ReturnType<typeof loadCityTable>>;
export type CityToDelete = Awaited<ReturnType<typeof cityToDelete>>;

export async function loadCityPage(viewer: Viewer, id: number, url: URL) {
  const city = await readCity(viewer, id);
  const { idempotencyKey, createdAt, planChecksOpenedTo, logoPath, updatedAt, ...columns } = city;
  const users = await listCityUsers(viewer, id);
  const dialog = url.searchParams.get("dialog");
  const userId = idIn(url, "userId");
  const user = users.find((row) => row.id === userId) ?? null;
  return {
    city: { ...columns, logoUrl: pictureUrl(logoPath), updated: formatMoment(updatedAt) },
    provider: env.PROVIDER_NAME,
    form: url.searchParams.has("edit") ? await editCityForm(city) : null,
    users: users.map(({ updatedAt, identityProvider, ...row }) => row),
    statistics: await cityStatistics(viewer, id),
    mayOpenPortal: may(viewer, "portal.open", { cityId: id }),
    deleting: dialog === "delete" ? await cityToDelete(city) : null,
    inviting: dialog === "invite" ? { idempotencyKey: newIdempotencyKey() } : null,
    editingUser: dialog === "edit-user" && user ? { ...user, boundTo: boundTo(user) } : null,
    deletingUser: dialog === "delete-user" ? user : null,
    resettingUser: dialog === "reset-password" ? user : null,
  };
}

export type CityPageData = Awaited<ReturnType<typeof loadCityPage>>;

const newConstraint = getZodConstraint(CitySchema);
const editConstraint = getZodConstraint(CityEditSchema);

export type CityFormData = {
  isNew: boolean;
  values: Record<string, string | undefined>;
  constraint: typeof editConstraint;
  idempotencyKey?: string;
  /** Switching corrections off warns of plan checks that are not released. */
  unreleased: number;
};

export const newCityForm = (): CityFormData => ({
  isNew: true,
  values: { usesCorrections: "on", approvalWording: "approved", submissionStatus: statusOfReview },
  constraint: newConstraint,
  idempotencyKey: newIdempotencyKey(),
  unreleased: 0,
});

export const editCityForm = async (city: City): Promise<CityFormData> => ({
  isNew: false,
  values: { ...cityValues(city), updatedAt: city.updatedAt },
  constraint: editConstraint,
  unreleased: city.usesCorrections ? await countUnreleased(city.id) : 0,
});
