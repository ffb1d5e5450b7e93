import {
  bodyOf,
  type Call,
  changesOf,
  Deleted,
  id,
  moment,
  noQuery,
  onceKey,
  paging,
  sortedBy,
  z,
} from "~/endpoint.server";
import { CityForm, CityPatch } from "~/models/cities/city.form.server";
import { permitStatusValues } from "~/models/permits/permit";

const noun = "Cities";

export const City = z.object({
  id,
  cityName: z.string(),
  cityNumber: z.string(),
  urban37CityCode: z.string(),
  managerName: z.string().nullable(),
  managerEmail: z.string().nullable(),
  managerPhone: z.string().nullable(),
  logoPath: z.string().nullable().meta({ description: "Its picture is at /uploads/{logoPath}." }),
  nextPermitNumber: z.string().meta({ description: "What a permit of this year would be given next." }),
  submissionStatus: z.literal(permitStatusValues).meta({ description: "What a submission starts as." }),
  isActive: z.boolean(),
  createdAt: moment,
  updatedAt: moment,
});

const update = {
  address: "/api/cities/{id}",
  noun,
  summary: "Changes the fields that are sent",
  who: "city.manage",
  body: changesOf(CityPatch.extend({ isActive: z.boolean() }), City),
  answer: City,
  refuses: [409],
} as const;

export const cityCalls = {
  list: {
    method: "GET",
    address: "/api/cities",
    noun,
    summary: "The cities that you may see, in the order of their names",
    who: "city.read",
    query: z.strictObject({
      search: z.string().max(100).optional().meta({ description: "A part of name, number or code" }),
      ...sortedBy("cityName", "cityNumber", "urban37CityCode", "createdAt", "updatedAt"),
      ...paging,
    }),
    answer: z.array(City),
  },
  read: {
    method: "GET",
    address: "/api/cities/{id}",
    noun,
    summary: "A city",
    who: "city.read",
    query: noQuery,
    answer: City,
  },
  create: {
    method: "POST",
    address: "/api/cities",
    noun,
    summary: "Makes a city",
    who: "city.manage",
    body: bodyOf(
      CityForm.extend({
        isActive: z.boolean().optional(),
        formKey: CityForm.shape.formKey.meta(onceKey),
      }),
      City,
    ),
    answer: City,
    status: 201,
    refuses: [409],
  },
  replace: { ...update, method: "PUT" },
  update: { ...update, method: "PATCH" },
  remove: {
    method: "DELETE",
    address: "/api/cities/{id}",
    noun,
    summary: "Deletes a city without permits and fees, with its users and pricing",
    who: "city.manage",
    answer: Deleted,
    refuses: [409],
  },
  logo: {
    method: "POST",
    address: "/api/cities/{id}/logo",
    noun,
    summary: "Gives a city its logo: PNG, JPEG or WebP up to 1 MB and 4096 by 4096 pixels",
    who: "city.manage",
    parts: { fields: z.strictObject({}), files: "logo" },
    answer: City,
    refuses: [413, 503],
  },
} as const satisfies Record<string, Call>;
