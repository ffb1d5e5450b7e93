import { readPermit } from "~/models/permits/permit-scope.server";
import { z } from "~/models/schema.server";
import { linkDays, maxLinks, maxMailedADay } from "~/models/status-links/status-link";
import {
  listStatusLinks,
  mailStatusLink,
  makeStatusLink,
  revokeStatusLinks,
} from "~/models/status-links/status-link.server";
import { date, endpointsOf, id, listQuery, moment, type RowRequest } from "~/platform/api/endpoint.server";

const nullableText = z.string().nullable();

const StatusLink = z.object({
  id,
  forEmail: nullableText.meta({ description: "To whom it was mailed; null for one that was made to copy." }),
  madeByName: nullableText.meta({ description: "Null for a city." }),
  createdAt: moment,
  expiresAt: moment,
  revokedAt: moment.nullable(),
  lastUsedOn: date.nullable().meta({ description: "Mail scanners open links too." }),
});

const NewLink = z.object({
  link: z.string().optional().meta({ description: "Its address, which no other response has." }),
  email: z.string().optional().meta({ description: "To whom it was mailed." }),
});

const links = endpointsOf({ noun: "Status links", isCheckedInScope: true, who: "status-link.manage" });
const ofPermit = "/api/permits/{id}/status-links";

const listLinks = async ({ viewer, id }: RowRequest) => listStatusLinks(viewer, await readPermit(viewer, id));

export const statusLinkEndpoints = [
  links.get(ofPermit, {
    summary: "A permit's status links, the newest first, without their addresses",
    query: listQuery(["createdAt", "expiresAt"]),
    response: z.array(StatusLink),
    handle: listLinks,
  }),
  links.create(ofPermit, {
    summary: "Makes a status link, with which an applicant reads the permit without signing in",
    details: `It is valid for ${linkDays} days, and the response alone has it: whoever sends the request again makes another one. With mail it goes to the permit's applicant, and the response has their email instead. The response is 409 with ${maxLinks} valid links, or without an email of the applicant, and 429 after ${maxMailedADay} emails in a day.`,
    body: z.strictObject({
      mail: z.boolean().optional().meta({ description: "Mails the link to the applicant." }),
    }),
    response: NewLink,
    refuses: [429],
    handle: ({ viewer, id, body: { mail } }): Promise<z.input<typeof NewLink>> =>
      mail ? mailStatusLink(viewer, id) : makeStatusLink(viewer, id),
  }),
  links.remove(ofPermit, {
    summary: "Revokes all status links of a permit",
    response: z.object({ revoked: z.int().min(0).meta({ description: "How many." }) }),
    handle: async ({ viewer, id }) => ({ revoked: await revokeStatusLinks(viewer, id) }),
  }),
];
