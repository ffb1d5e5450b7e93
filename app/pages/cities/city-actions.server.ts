import { localAddress } from "~/http/cross-site.server";
import { idParameter } from "~/models/address";
import {
  CityEditSchema,
  CitySchema,
  CityUserSchema,
  DeleteCitySchema,
  InviteSchema,
} from "~/models/cities/city.schema.server";
import { createCity, deleteCity, readCity, updateCity } from "~/models/cities/city.server";
import {
  deleteCityUser,
  inviteCityUser,
  newLinkForCityUser,
  updateCityUser,
} from "~/models/cities/city-user.server";
import { failures } from "~/models/failures";
import { sentOrNot } from "~/models/mail/mail.server";
import { NoFields } from "~/models/permits/permit.schema.server";
import { type PageForms, type PageRequest, pageForm, type RowRequest, submitForm } from "~/page-forms.server";
import { redirectWithSuccess } from "~/toast.server";
import { newPasswordLink } from "../accounts/one-time-secret.server";
import { billingForms } from "../fees/billing.server";
import { pictureForm } from "../files/picture-form.server";

const userIdIn = ({ searchParams }: URL) => idParameter(searchParams, "userId");

const activeForm = (isActive: boolean) =>
  pageForm({
    schema: NoFields,
    failure: failures.updateCity,
    command: async ({ viewer, id, url }: RowRequest) => {
      const { cityName } = await updateCity(viewer, id, { isActive });
      return redirectWithSuccess(url.pathname, `${cityName} is now ${isActive ? "active" : "inactive"}`);
    },
  });

const userForms = {
  "dialog=invite": pageForm({
    schema: InviteSchema,
    failure: failures.createUser,
    command: async ({ viewer, id, url }, fields) => {
      const { user, link } = await inviteCityUser(viewer, id, fields);
      const secret = link === null ? null : { email: user.email, link };
      return newPasswordLink.redirectWith(viewer, url.pathname, `${user.email} was invited`, secret);
    },
  }),
  "dialog=edit-user": pageForm({
    schema: CityUserSchema,
    failure: failures.updateUser,
    command: async ({ viewer, id, url }, { updatedAt, ...changes }) => {
      await updateCityUser(viewer, id, userIdIn(url), changes, updatedAt);
      return redirectWithSuccess(url.pathname, "User updated successfully");
    },
  }),
  "dialog=delete-user": pageForm({
    schema: NoFields,
    failure: failures.deleteUser,
    command: async ({ viewer, id, url }) => {
      await deleteCityUser(viewer, id, userIdIn(url));
      return redirectWithSuccess(url.pathname, "User deleted successfully");
    },
  }),
  "dialog=reset-password": pageForm({
    schema: NoFields,
    failure: failures.generateResetLink,
    command: async ({ viewer, id, url }) => {
      const { user, link } = await newLinkForCityUser(viewer, id, userIdIn(url));
      const description = sentOrNot("A new link was created", "A new link was created and emailed");
      return newPasswordLink.redirectWith(viewer, url.pathname, description, { email: user.email, link });
    },
  }),
} satisfies PageForms<RowRequest>;

const replacedStatus =
  "City updated successfully. Its new submissions are In Process, because it now uses corrections.";

const cityForms = {
  ...billingForms,
  edit: pageForm({
    schema: CityEditSchema,
    failure: failures.updateCity,
    command: async ({ viewer, id, url }, { updatedAt, ...changes }) => {
      const former = await readCity(viewer, id);
      const { submissionStatus: sent, ...others } = changes;
      // The form always sends the status.
      const chosen = sent === former.submissionStatus ? others : changes;
      const { submissionStatus } = await updateCity(viewer, id, chosen, updatedAt);
      const isReplaced = submissionStatus !== sent;
      return redirectWithSuccess(url.pathname, isReplaced ? replacedStatus : "City updated successfully");
    },
  }),
  logo: pictureForm({
    field: "logo",
    failure: failures.uploadLogo,
    command: async ({ viewer, id, url }, logoPath) => {
      await updateCity(viewer, id, { logoPath });
      return redirectWithSuccess(url.pathname, logoPath ? "Logo uploaded successfully" : "Logo removed");
    },
  }),
  activate: activeForm(true),
  deactivate: activeForm(false),
  "dialog=delete": pageForm({
    schema: DeleteCitySchema,
    failure: failures.deleteCity,
    command: async ({ viewer, id }, { returnTo }) => {
      await deleteCity(viewer, id);
      return redirectWithSuccess(localAddress(returnTo ?? "/cities"), "City deleted successfully");
    },
  }),
  ...userForms,
} satisfies PageForms<RowRequest>;

export const cityAction = (sent: RowRequest) => submitForm(sent, cityForms);

const listForms = {
  "dialog=new": pageForm({
    schema: CitySchema,
    failure: failures.createCity,
    command: async ({ viewer }, fields) => {
      const { id } = await createCity(viewer, fields);
      return redirectWithSuccess(`/cities/${id}`, "City created successfully");
    },
  }),
} satisfies PageForms<PageRequest>;

export const cityListAction = (sent: PageRequest) => submitForm(sent, listForms);
