import type { Connection } from "~/platform/db/db.server";
import { type CalendarDate, formatDate } from "../calendar-date";
import type { ReviewCycle } from "../permits/permit";
import { portalAddressOf } from "../permits/permit-address";
import { personName } from "../person";
import { pluralize } from "../pluralize";
import { type Actor, isApplicant, scopeOf, type Viewer } from "../policy";
import { emailTo, queueEmails } from "./mail.server";
import { aboutPermit, queuePermitEmails } from "./notification.server";
import { allStaffRecipients, cityUserRecipients } from "./recipients.server";

type SentResubmittal = {
  letterNumber: string;
  corrections: number;
  files: string[];
  nextCycle?: ReviewCycle;
};

/** To the administrators and the reviewers of the cycle, one email each. */
export async function notifyOfResubmittal(
  tx: Connection,
  actor: Actor,
  permit: { id: number; reviewCycle: ReviewCycle },
  { letterNumber, corrections, files, nextCycle }: SentResubmittal,
): Promise<void> {
  const recipients = await allStaffRecipients(tx, actor, permit);
  await queuePermitEmails(tx, permit, recipients, (about) => {
    const who = senderOf(actor, about.cityName);
    const answered = corrections === 1 ? "the correction" : `all ${corrections} corrections`;
    return {
      subject: `Resubmitted: ${about.title} (${permit.reviewCycle})`,
      lines: [
        `${who} has answered ${answered} of ${letterNumber}, about ${about.long}, and added ${pluralize(files.length, "file", "files")}: ${files.join(", ")}.`,
        nextCycle ? `${nextCycle} has not been started yet.` : "",
      ],
      path: `/permits/${permit.id}`,
    };
  });
}

type ReturnedResubmittal = {
  sentOn: CalendarDate;
  remark: string;
  /** The applicant, with the path of a status link, if they got the letter by email. */
  applicant: { email: string; firstName: string | null; lastName: null; path: string } | null;
};

/** To the city's users, and to the applicant. */
export async function notifyOfReturnedResubmittal(
  tx: Connection,
  viewer: Viewer,
  permit: { id: number; cityId: number },
  { sentOn, remark, applicant }: ReturnedResubmittal,
): Promise<void> {
  const cityUsers = await cityUserRecipients(tx, viewer, permit.cityId);
  const about = await aboutPermit(tx, permit.id);
  const [first, ...others] = remark.split("\n");
  const email = {
    subject: `Not complete: ${about.title}`,
    lines: [
      `Your resubmittal of ${formatDate(sentOn)} for ${about.long} cannot be checked yet: ${first}`,
      ...others,
      "Your answers are kept; add what is missing and send again.",
    ],
    label: "Open the permit",
  };
  const toCity = cityUsers.map((recipient) =>
    emailTo(recipient, { ...email, path: portalAddressOf(permit.id) }),
  );
  const toApplicant = applicant ? [emailTo(applicant, { ...email, path: applicant.path })] : [];
  await queueEmails(tx, ...toCity, ...toApplicant);
}

function senderOf(actor: Actor, cityName: string): string {
  if (isApplicant(actor)) return "The applicant";
  return scopeOf(actor, "plan-file.upload") === "city" ? cityName : personName(actor);
}
