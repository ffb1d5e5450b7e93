import { env } from "~/env.server";
import { idParameter } from "~/models/address";
import { readCity } from "~/models/cities/city.server";
import { cityStatistics } from "~/models/cities/city-list.server";
import { listCityUsers } from "~/models/cities/city-user.server";
import { formatMoment } from "~/models/clock.server";
import { pictureUrl } from "~/models/files/picture";
import { may, type Viewer } from "~/models/policy";
import { newIdempotencyKey } from "~/models/secret.server";
import { boundTo } from "../accounts/identity-provider.server";
import { editCityForm } from "./city-form.server";
import { cityToDelete } from "./city-table.server";

export async function loadCityPage(viewer: Viewer, id: number, url: URL) {
  const city = await readCity(viewer, id);
  const {
    idempotencyKey: _key,
    createdAt: _createdAt,
    planChecksOpenedTo: _openedTo,
    logoPath,
    updatedAt,
    ...columns
  } = city;
  const users = await listCityUsers(viewer, id);
  const dialog = url.searchParams.get("dialog");
  const userId = idParameter(url.searchParams, "userId");
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
