import { fieldsOf, refuseOtherThanParts } from "./api.server";
import { cityCalls } from "./calls/city.server";
import { readCity, updateCity } from "./models/city.server";
import { readWholeCity } from "./models/city-rows.server";
import type { Viewer } from "./models/policy";
import { receivePicture, storeReceived } from "./picture-form.server";

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
