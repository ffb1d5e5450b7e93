import { LogOut } from "lucide";
import { DialogIcon } from "../button";
import { drawn } from "../icon";

const SignOut = drawn(LogOut);

export const SessionsIcon = ({ to, name }: { to: string; name: string }) => (
  <DialogIcon to={to} label={`Sessions of ${name}`} icon={<SignOut />} />
);
