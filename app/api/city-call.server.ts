import { fieldsOf, refuseOtherThanParts } from "~/api.server";
import { receivePicture, storeReceived } from "~/http/picture-upload.server";
import { readCity, updateCity } from "~/models/cities/city.server";
import { readWholeCity } from "~/models/cities/city-rows.server";
import type { Viewer } from "~/models/policy";
import { cityCalls } from "./cities.server";

/** Gives a city the logo that came in parts, and answers the city. */
export async function receiveLogo(request: Request, viewer: Viewer, cityId: number) {
  await readCity(viewer, cityId);
  refuseOtherThanParts(request);
  const { form, received } = await receivePicture(request);
  form.delete("logo");
  fieldsOf(form, cityCalls.logo.parts.fields);
  await updateCity(viewer, cityId, { logoPath: await storeReceived(received, "logo") });
  return readWholeCity(viewer, cityId);
}
