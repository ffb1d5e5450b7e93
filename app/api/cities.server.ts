import { CityPatch, CitySchema, CityUserPatch, InviteSchema } from "~/models/cities/city.schema.server";
import { createCity, deleteCity, readCity, updateCity } from "~/models/cities/city.server";
import { cityColumns, cityUserColumns } from "~/models/cities/city-columns";
import { listCityRows, readCityRow } from "~/models/cities/city-list.server";
import {
  cityOfUser,
  deleteCityUser,
  inviteCityUser,
  listCityUsers,
  newLinkForCityUser,
  readListedUser,
  updateCityUser,
} from "~/models/cities/city-user.server";
import { maxPictureMegabytes, maxPicturePixels } from "~/models/files/picture";
import type { Viewer } from "~/models/policy";
import { z } from "~/models/schema.server";
import { parseFields, requireMultipart } from "~/platform/api/api.server";
import {
  changesSchema,
  creationSchema,
  endpointsOf,
  listQuery,
  searchedText,
} from "~/platform/api/endpoint.server";
import { responseSchema } from "~/platform/api/response-schema.server";
import { receivePicture, storeReceived } from "~/platform/http/picture-upload.server";

const City = responseSchema(cityColumns, {
  fullName:
    'Printed in letters, after "the"; null for the name with "City of", unless it begins with a form of government, such as "Town of".',
  logoPath: "The image is at /uploads/{logoPath}.",
  nextPermitNumber: "The number of this year's next permit.",
  submissionStatus: "The status of a new submission.",
  letterContact: "Printed in letters; null for the phone and email of the city's manager, if it has any.",
  letterCodes: "The codes that apply, printed at the end of letters.",
  approvalWording: "What approval letters say.",
  letterRecipients: "Who gets letters by email; the applicant gets a status link.",
  applicantsAnswer: "Whether applicants answer corrections by their status link.",
  resubmittalSets: "Whether each cycle has the complete set, or changed sheets only.",
});

const cities = endpointsOf({
  noun: "Cities",
  who: "city.manage",
  response: City,
  readRow: ({ viewer, id }) => readCityRow(viewer, id),
});

const logoFields = z.strictObject({});

/** Throws 415 for a body that is not multipart, 413 for a large picture, and 503 while too many are stored. */
async function receiveLogo(request: Request, viewer: Viewer, cityId: number) {
  await readCity(viewer, cityId);
  requireMultipart(request);
  const { form, file } = await receivePicture(request);
  form.delete("logo");
  parseFields(form, logoFields);
  await updateCity(viewer, cityId, { logoPath: await storeReceived(file, "logo") });
}

export const cityEndpoints = [
  cities.get("/api/cities", {
    summary: "The cities that you may see, by name",
    who: "city.read",
    query: listQuery(["cityName", "cityNumber", "urban37CityCode", "createdAt", "updatedAt"], {
      search: searchedText("Words of the name, number or code, in any order"),
    }),
    response: z.array(City),
    handle: ({ viewer, query }) => listCityRows(viewer, query.search),
  }),
  cities.get("/api/cities/{id}", {
    summary: "A city",
    who: "city.read",
  }),
  cities.create("/api/cities", {
    summary: "Creates a city",
    body: creationSchema(CitySchema.extend({ isActive: z.boolean().optional() }), City),
    change: ({ viewer, body }) => createCity(viewer, body),
  }),
  ...[cities.put, cities.patch].map((change) =>
    change("/api/cities/{id}", {
      summary: "Changes the fields that are sent",
      body: changesSchema(CityPatch.extend({ isActive: z.boolean() }), City),
      change: ({ viewer, id, body: { updatedAt, ...changes } }) => updateCity(viewer, id, changes, updatedAt),
    }),
  ),
  cities.remove("/api/cities/{id}", {
    summary: "Deletes a city without permits and fees, with its users and pricing",
    refuses: [409],
    change: ({ viewer, id }) => deleteCity(viewer, id),
    says: "City deleted successfully",
  }),
  cities.post("/api/cities/{id}/logo", {
    summary: `Sets a city's logo: PNG, JPEG or WebP up to ${maxPictureMegabytes} MB and ${maxPicturePixels.complete} by ${maxPicturePixels.complete} pixels, a baseline JPEG up to ${maxPicturePixels.shrunk} by ${maxPicturePixels.shrunk}`,
    isCheckedInScope: true,
    parts: { fields: logoFields, files: "logo" },
    refuses: [413, 503],
    change: ({ request, viewer, id }) => receiveLogo(request, viewer, id),
  }),
];

const CityUser = responseSchema(cityUserColumns);

const users = endpointsOf({ noun: "City users", who: "city-user.manage", response: CityUser });

export const cityUserEndpoints = [
  users.get("/api/cities/{id}/users", {
    summary: "The users of a city",
    query: listQuery(["email", "firstName", "lastName", "updatedAt"]),
    response: z.array(CityUser),
    handle: ({ viewer, id }) => listCityUsers(viewer, id),
  }),
  users.create("/api/cities/{id}/users", {
    summary: "Creates a user of a city; returns and emails the link to set a password",
    details: "Repeating a formKey returns the same user, with null instead of the link.",
    body: creationSchema(InviteSchema, CityUser),
    response: CityUser.extend({ inviteLink: z.string().nullable() }),
    handle: async ({ viewer, id, body }) => {
      const { user, link } = await inviteCityUser(viewer, id, body);
      return { ...user, inviteLink: link };
    },
  }),
  users.put("/api/users/{id}", {
    summary: "Changes the fields that are sent",
    body: changesSchema(CityUserPatch, CityUser),
    change: async ({ viewer, id, body: { updatedAt, ...changes } }) =>
      updateCityUser(viewer, await cityOfUser(viewer, id), id, changes, updatedAt),
    readRow: async ({ viewer, id }) => readListedUser(viewer, await cityOfUser(viewer, id), id),
  }),
  users.remove("/api/users/{id}", {
    summary: "Deletes a user of a city, and ends their sessions",
    change: async ({ viewer, id }) => deleteCityUser(viewer, await cityOfUser(viewer, id), id),
    says: "User deleted successfully",
  }),
  users.post("/api/users/{id}/reset-password", {
    summary: "Returns and emails a new link to set a password",
    response: CityUser.extend({ resetLink: z.string() }),
    handle: async ({ viewer, id }) => {
      const { user, link } = await newLinkForCityUser(viewer, await cityOfUser(viewer, id), id);
      return { ...user, resetLink: link };
    },
  }),
];
