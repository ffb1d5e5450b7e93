import { readBounce, reportBounce } from "~/models/mail/bounce.server";
import { mailColumns } from "~/models/mail/mail";
import { BounceSchema } from "~/models/mail/mail.schema.server";
import { parseBody, readMessage } from "~/platform/api/api.server";
import { bodySchema, endpointsOf } from "~/platform/api/endpoint.server";
import { responseSchema } from "~/platform/api/response-schema.server";
import { mediaTypeOf } from "~/platform/http/request-body.server";

const Email = responseSchema(mailColumns, {
  lastError: "What the mail server said; of a bounced email, the reason.",
  handledAt: "When an administrator marked an email that was not delivered as done.",
});

const messageId = BounceSchema.shape.messageId.meta({
  description: "That of the email that did not arrive, as Redline has sent it: redline.7.1795946400000@…",
});
const NewBounce = bodySchema(BounceSchema.extend({ messageId }), Email);

const mail = endpointsOf({ noun: "Mail", who: "mail.manage", response: Email });

export const mailEndpoints = [
  mail.post("/api/mail/bounces", {
    summary: "Marks a sent email as bounced, for the mail server to report what comes back to MAIL_FROM",
    details:
      "Instead of JSON, the body can be the mail server's own report (RFC 3464) as message/rfc822, of at most 1 MB: Redline reads the Message-ID and the reason in it. Reported twice, the first reason counts.",
    body: NewBounce,
    readsBody: true,
    alsoReads: "message/rfc822",
    refuses: [404, 409],
    handle: async ({ viewer, request }) =>
      reportBounce(
        viewer,
        mediaTypeOf(request) === "message/rfc822"
          ? await readBounce(await readMessage(request))
          : await parseBody(request, NewBounce),
      ),
  }),
];
