import { KeyRound } from "lucide";
import { DialogIcon } from "../button";
import { drawn } from "../icon";
import { useMailWords } from "../no-mail-server";

type Person = { name: string; email: string; isInvited: boolean };

const Key = drawn(KeyRound);

export const PasswordLinkButton = ({ to, name }: { to: string; name: string }) => (
  <DialogIcon to={to} label={`Reset the password of ${name}`} icon={<Key />} />
);

export const passwordLinkTitle = ({ isInvited }: Pick<Person, "isInvited">) =>
  isInvited ? "New invitation" : "Reset password";

/** The button of a form that makes a link, and emails it if there is a mail server. */
export const useLinkButton = () =>
  useMailWords({
    sent: { submit: "Send link", busyLabel: "Sending..." },
    notSent: { submit: "Create link", busyLabel: "Creating..." },
  });

export function PasswordLinkText({ name, email, isInvited }: Person) {
  const link = isInvited
    ? "A new invitation, valid for 7 days,"
    : "A link to set a new password, valid for one hour,";
  const address = <strong className="break-words">{email}</strong>;
  return (
    <>
      {useMailWords({
        sent: (
          <>
            {link} will be emailed to {address} and shown here once.
          </>
        ),
        notSent: (
          <>
            {link} will be shown here once. There is no mail server: pass it on to {address} yourself.
          </>
        ),
      })}{" "}
      Earlier links for <strong className="break-words">{name}</strong> will no longer work.
    </>
  );
}
