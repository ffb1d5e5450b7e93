import type { Route } from "./+types/new-password";
import { loadLink, redeem } from "./parts/one-time-link.server";
import { SetPasswordPage } from "./parts/set-password-page";

export const handle = { scripts: false };

export const loader = ({ params }: Route.LoaderArgs) => loadLink(params.token, "reset");

export const action = (sent: Route.ActionArgs) => redeem(sent, "reset");

export default function ResetPassword({ loaderData }: Route.ComponentProps) {
  return <SetPasswordPage title="Set a new password" link={loaderData} />;
}
