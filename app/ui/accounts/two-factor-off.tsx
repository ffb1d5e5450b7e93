import { ShieldOff } from "lucide";
import { DialogIcon } from "../button";
import { ConfirmDialog } from "../form-dialog";
import { drawn } from "../icon";

const Off = drawn(ShieldOff);

export const TwoFactorButton = ({ to, name }: { to: string; name: string }) => (
  <DialogIcon to={to} label={`Turn off the two-factor sign-in of ${name}`} icon={<Off />} />
);

/** For a person who has lost the phone and the recovery codes. */
export const TwoFactorOffDialog = ({ name, failure }: { name: string; failure: string }) => (
  <ConfirmDialog
    title="Turn off two-factor sign-in"
    submit="Turn off"
    busyLabel="Turning off..."
    failure={failure}
  >
    <p>
      <strong className="break-words">{name}</strong> then signs in with the password alone, and is signed out
      now. Do this only if you are sure who asks: by telephone or in person, not by email.
    </p>
  </ConfirmDialog>
);
