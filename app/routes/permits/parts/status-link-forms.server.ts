import { failures, notSent } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import { RevokeLinksSchema } from "~/models/status-links/status-link.schema.server";
import { mailStatusLink, makeStatusLink, revokeStatusLinks } from "~/models/status-links/status-link.server";
import { env } from "~/platform/env.server";
import { NoFields, submit } from "~/platform/forms/form.server";
import type { RowRequest } from "~/platform/forms/page-forms.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { newStatusLink } from "../../account/parts/one-time-secret.server";

export const makeForm = ({ request, viewer, id, url }: RowRequest) =>
  submit(request, NoFields, { failure: failures.makeLink }, async () => {
    const secret = await makeStatusLink(viewer, id);
    return newStatusLink.redirectWith(viewer, url.pathname, "A new link was made", secret);
  });

export const mailForm = ({ request, viewer, id, url }: RowRequest) =>
  submit(request, NoFields, { failure: failures.mailLink }, async () => {
    const { email } = await mailStatusLink(viewer, id);
    const done = env.SMTP_URL
      ? `A link was mailed to ${email}`
      : `A link for ${email} is in the outbox. ${notSent}`;
    return redirectWithSuccess(url.pathname, done);
  });

export const revokeForm = ({ request, viewer, id, url }: RowRequest) =>
  submit(request, RevokeLinksSchema, { failure: failures.revokeLinks }, async ({ linkId }) => {
    const revoked = await revokeStatusLinks(viewer, id, linkId);
    const done =
      linkId === undefined
        ? "All links were revoked"
        : `${pluralize(revoked, "link was", "links were")} revoked`;
    return redirectWithSuccess(url.pathname, done);
  });
