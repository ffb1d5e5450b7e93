import { getZodConstraint } from "@conform-to/zod/v4";
import { env } from "~/env.server";
import { localAddress } from "~/http/cross-site.server";
import { pictureForm } from "~/http/picture-upload.server";
import { idIn } from "~/models/address";
import { cityValues } from "~/models/cities/city";
import {
  CityEditSchema,
  CitySchema,
  CityUserSchema,
  DeleteCitySchema,
  InviteSchema,
} from "~/models/cities/city.schema.server";
import {
  type City,
  createCity,
  deleteCity,
  deletionOf,
  readCity,
  updateCity,
} from "~/models/cities/city.server";
import { cityStatistics, listCities } from "~/models/cities/city-list.server";
import {
  deleteCityUser,
  inviteCityUser,
  listCityUsers,
  newLinkForCityUser,
  updateCityUser,
} from "~/models/cities/city-user.server";
import { formatMoment } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { pictureUrl } from "~/models/files/picture";
import { sentOrNot } from "~/models/mail/mail.server";
import { statusOfReview } from "~/models/permits/permit";
import { countUnreleased } from "~/models/plan-checks/plan-check.server";
import { may, type Viewer } from "~/models/policy";
import { nullIfNotFound } from "~/models/refusal";
import { readSearchFilter } from "~/models/search-filter";
import { newIdempotencyKey } from "~/models/secret.server";
import { pick } from "~/models/shown-fields";
import { formReturningTo, type PageRequest, type RowRequest, submitForm } from "~/page-forms.server";
import { redirectWithSuccess } from "~/toast.server";
import { boundTo } from "../accounts/identity-provider.server";
import { newPasswordLink } from "../accounts/one-time-secret.server";
import { billingForms } from "../fees/billing.server";

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

const newCityForm = (): CityFormData => ({
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

const form = formReturningTo<RowRequest>(({ url }) => url.pathname);

const activeForm = (isActive: boolean) =>
  form({
    failure: failures.updateCity,
    command: ({ viewer, id }) => updateCity(viewer, id, { isActive }),
    says: ({ cityName }) => `${cityName} is now ${isActive ? "active" : "inactive"}`,
  });

const userForms = {
  "dialog=invite": form({
    schema: InviteSchema,
    failure: failures.createUser,
    command: async ({ viewer, id, url }, fields) => {
      const { user, link } = await inviteCityUser(viewer, id, fields);
      const secret = { email: user.email, link };
      return newPasswordLink.redirectWith(viewer, url.pathname, `${user.email} was invited`, secret);
    },
  }),
  "dialog=edit-user": form({
    schema: CityUserSchema,
    failure: failures.updateUser,
    command: ({ viewer, id, url }, { updatedAt, ...changes }) =>
      updateCityUser(viewer, id, idIn(url, "userId"), changes, updatedAt),
    says: "User updated successfully",
  }),
  "dialog=delete-user": form({
    failure: failures.deleteUser,
    command: ({ viewer, id, url }) => deleteCityUser(viewer, id, idIn(url, "userId")),
    says: "User deleted successfully",
  }),
  "dialog=reset-password": form({
    failure: failures.generateResetLink,
    command: async ({ viewer, id, url }) => {
      const { user, link } = await newLinkForCityUser(viewer, id, idIn(url, "userId"));
      const description = sentOrNot("A new link was created", "A new link was created and emailed");
      return newPasswordLink.redirectWith(viewer, url.pathname, description, { email: user.email, link });
    },
  }),
};

const replacedStatus =
  "City updated successfully. Its new submissions are In Process, because it now uses corrections.";

const cityForms = {
  ...billingForms,
  edit: form({
    schema: CityEditSchema,
    failure: failures.updateCity,
    command: async ({ viewer, id }, { updatedAt, ...changes }) => {
      const former = await readCity(viewer, id);
      const { submissionStatus: sent, ...others } = changes;
      // The form always sends the status.
      const chosen = sent === former.submissionStatus ? others : changes;
      const { submissionStatus } = await updateCity(viewer, id, chosen, updatedAt);
      return submissionStatus !== sent;
    },
    says: (isReplaced) => (isReplaced ? replacedStatus : "City updated successfully"),
  }),
  logo: pictureForm({
    field: "logo",
    failure: failures.uploadLogo,
    command: async ({ viewer, id, url }: RowRequest, logoPath) => {
      await updateCity(viewer, id, { logoPath });
      return redirectWithSuccess(url.pathname, logoPath ? "Logo uploaded successfully" : "Logo removed");
    },
  }),
  activate: activeForm(true),
  deactivate: activeForm(false),
  "dialog=delete": form({
    schema: DeleteCitySchema,
    failure: failures.deleteCity,
    command: async ({ viewer, id }, { returnTo }) => {
      await deleteCity(viewer, id);
      return redirectWithSuccess(localAddress(returnTo ?? "/cities"), "City deleted successfully");
    },
  }),
  ...userForms,
};

export const cityAction = (sent: RowRequest) => submitForm(sent, cityForms);

const listForms = {
  "dialog=new": formReturningTo<PageRequest>(({ url }) => url.pathname)({
    schema: CitySchema,
    failure: failures.createCity,
    command: async ({ viewer }, fields) => {
      const { id } = await createCity(viewer, fields);
      return redirectWithSuccess(`/cities/${id}`, "City created successfully");
    },
  }),
};

export const cityListAction = (sent: PageRequest) => submitForm(sent, listForms);
