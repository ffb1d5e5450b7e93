import { refuseOtherMethods, submit } from "~/form.server";
import { localAddress } from "~/http/origin.server";
import { CityEditForm, DeleteCityForm } from "~/models/cities/city.form.server";
import { deleteCity, updateCity } from "~/models/cities/city.server";
import { CityUserForm, InviteForm } from "~/models/cities/city-user.form.server";
import {
  deleteCityUser,
  inviteCityUser,
  newLinkForCityUser,
  updateCityUser,
} from "~/models/cities/city-user.server";
import { failures } from "~/models/failures";
import { NoFields } from "~/models/permits/permit.form.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { redirectWithSuccess } from "~/toast.server";
import { redirectWithLink } from "../accounts/shown-link.server";
import { submitPicture } from "../files/picture-form.server";

type CityRequest = { request: Request; viewer: Viewer; id: number; url: URL };

/** Whatever the page of a city sends, to the address of the form or dialog that it was typed in. */
export async function cityAction({ request, viewer, id, url }: CityRequest) {
  refuseOtherMethods(request);
  const page = url.pathname;
  const asked = (form: string) => url.searchParams.has(form);
  const failure = failures.updateCity;

  if (asked("edit")) {
    const save = async ({ updatedAt, ...changes }: CityEditForm) => {
      await updateCity(viewer, id, changes, updatedAt);
      return redirectWithSuccess(page, "City updated successfully");
    };
    return submit(request, CityEditForm, save, { failure });
  }
  if (asked("logo")) {
    const save = async (logoPath: string | null) => {
      await updateCity(viewer, id, { logoPath });
      return redirectWithSuccess(page, logoPath ? "Logo uploaded successfully" : "Logo removed");
    };
    return submitPicture(request, save, { field: "logo", failure: failures.uploadLogo });
  }
  if (asked("activate") || asked("deactivate")) {
    const save = async () => {
      const { cityName, isActive } = await updateCity(viewer, id, { isActive: asked("activate") });
      return redirectWithSuccess(page, `${cityName} is ${isActive ? "active" : "inactive"} now`);
    };
    return submit(request, NoFields, save, { failure });
  }
  if (url.searchParams.get("dialog") === "delete") {
    const remove = async ({ returnTo }: DeleteCityForm) => {
      await deleteCity(viewer, id);
      return redirectWithSuccess(localAddress(returnTo ?? "/cities"), "City deleted successfully");
    };
    return submit(request, DeleteCityForm, remove, { failure: failures.deleteCity });
  }
  return userAction({ request, viewer, id, url });
}

/** The dialogs about a city's users. */
function userAction({ request, viewer, id, url }: CityRequest) {
  const page = url.pathname;
  const userId = Number(url.searchParams.get("userId"));

  switch (url.searchParams.get("dialog")) {
    case "invite": {
      const invite = async (fields: InviteForm) => {
        const { user, link } = await inviteCityUser(viewer, id, fields);
        const told = `${user.email} was invited`;
        return link
          ? redirectWithLink(page, told, { email: user.email, link })
          : redirectWithSuccess(page, told);
      };
      return submit(request, InviteForm, invite, { failure: failures.createUser });
    }
    case "edit-user": {
      const save = async ({ updatedAt, ...changes }: CityUserForm) => {
        await updateCityUser(viewer, id, userId, changes, updatedAt);
        return redirectWithSuccess(page, "User updated successfully");
      };
      return submit(request, CityUserForm, save, { failure: failures.updateUser });
    }
    case "delete-user": {
      const remove = async () => {
        await deleteCityUser(viewer, id, userId);
        return redirectWithSuccess(page, "User deleted successfully");
      };
      return submit(request, NoFields, remove, { failure: failures.deleteUser });
    }
    case "reset-password": {
      const send = async () => {
        const { user, link } = await newLinkForCityUser(viewer, id, userId);
        return redirectWithLink(page, "A new link was made and mailed", { email: user.email, link });
      };
      return submit(request, NoFields, send, { failure: failures.generateResetLink });
    }
    default:
      throw new Refusal(400, "Nothing was sent that this page knows. Go back and try again.");
  }
}
