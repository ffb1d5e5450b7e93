import KeyRound from "lucide-react/icons/key-round";
import { IconLink } from "../button";

type Person = { name: string; email: string; isInvited: boolean };

/** Leads to the dialog that mails somebody a link to set a password. */
export const PasswordLinkButton = ({ to, name }: { to: string; name: string }) => (
  <IconLink to={to} preventScrollReset label={`Reset the password of ${name}`} icon={<KeyRound />} />
);

/** Whoever is invited has no password to reset. */
export const passwordLinkTitle = ({ isInvited }: Pick<Person, "isInvited">) =>
  isInvited ? "Send Invitation Again" : "Reset Password";

/** What that dialog asks. */
export function PasswordLinkQuestion({ name, email, isInvited }: Person) {
  return (
    <>
      {isInvited
        ? "A new invitation, good for 7 days, will be mailed to "
        : "A link to set a new password, good for one hour, will be mailed to "}
      <strong className="break-words">{email}</strong> and shown here once. Earlier links of{" "}
      <strong className="break-words">{name}</strong> end.
    </>
  );
}
