import {
  bodyOf,
  type Call,
  changesOf,
  Deleted,
  id,
  moment,
  onceKey,
  paging,
  sortedBy,
  z,
} from "~/endpoint.server";
import { CityUserPatch, InviteForm } from "~/models/cities/city-user.form.server";

const noun = "City users";

export const CityUser = z.object({
  id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  isInvited: z.boolean(),
  profileImageUrl: z.string().nullable(),
  updatedAt: moment,
});

export const cityUserCalls = {
  list: {
    method: "GET",
    address: "/api/cities/{id}/users",
    noun,
    summary: "The users of a city",
    who: "city-user.manage",
    query: z.strictObject({ ...sortedBy("email", "firstName", "lastName", "updatedAt"), ...paging }),
    answer: z.array(CityUser),
  },
  invite: {
    method: "POST",
    address: "/api/cities/{id}/users",
    noun,
    summary: "Makes a user of a city, and answers and mails the link to set a password",
    details: "A second post of the same formKey answers the same user with null for the link.",
    who: "city-user.manage",
    body: bodyOf(InviteForm.extend({ formKey: InviteForm.shape.formKey.meta(onceKey) }), CityUser),
    answer: CityUser.extend({ inviteLink: z.string().nullable() }),
    status: 201,
    refuses: [409],
  },
  update: {
    method: "PUT",
    address: "/api/users/{id}",
    noun,
    summary: "Changes the fields that are sent",
    who: "city-user.manage",
    body: changesOf(CityUserPatch, CityUser),
    answer: CityUser,
    refuses: [409],
  },
  remove: {
    method: "DELETE",
    address: "/api/users/{id}",
    noun,
    summary: "Deletes a user of a city, and ends their sessions",
    who: "city-user.manage",
    answer: Deleted,
  },
  resetPassword: {
    method: "POST",
    address: "/api/users/{id}/reset-password",
    noun,
    summary: "Answers and mails a new link to set a password",
    who: "city-user.manage",
    answer: CityUser.extend({ resetLink: z.string() }),
  },
} as const satisfies Record<string, Call>;
