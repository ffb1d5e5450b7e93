import { localAddress } from "~/http/cross-site.server";
import { idIn } from "~/models/address";
import { CityEditSchema, CitySchema, DeleteCitySchema } from "~/models/cities/city.schema.server";
import { createCity, deleteCity, readCity, updateCity } from "~/models/cities/city.server";
import { CityUserSchema, InviteSchema } from "~/models/cities/city-user.schema.server";
import {
  deleteCityUser,
  inviteCityUser,
  newLinkForCityUser,
  updateCityUser,
} from "~/models/cities/city-user.server";
import { failures } from "~/models/failures";
import { sentOrNot } from "~/models/mail/mail.server";
import { formReturningTo, type PageRequest, type RowRequest, submitForm } from "~/page-forms.server";
import { redirectWithSuccess } from "~/toast.server";
import { newPasswordLink } from "../accounts/one-time-secret.server";
import { billingForms } from "../fees/billing.server";
import { pictureForm } from "../files/picture-form.server";

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
