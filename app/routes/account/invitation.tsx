import type { Route } from "./+types/invitation";
import { loadLink, redeem } from "./parts/one-time-link.server";
import { SetPasswordPage } from "./parts/set-password-page";

export const handle = { scripts: false };

export const loader = ({ params }: Route.LoaderArgs) => loadLink(params.token, "invite");

export const action = (sent: Route.ActionArgs) => redeem(sent, "invite");

export default function Invite({ loaderData }: Route.ComponentProps) {
  return <SetPasswordPage title="Welcome to Redline" link={loaderData} />;
}
