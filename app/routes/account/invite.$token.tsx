import { submit } from "~/form.server";
import { SetPasswordSchema } from "~/models/accounts/account.schema.server";
import { loadLink, redeem } from "~/pages/accounts/one-time-link.server";
import { SetPasswordPage } from "~/ui/accounts/set-password-page";
import { addressContext } from "~/viewer.server";
import type { Route } from "./+types/invite.$token";

export const handle = { scripts: false };

export const loader = ({ params }: Route.LoaderArgs) => loadLink(params.token, "invite");

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit(request, SetPasswordSchema, {}, (password) =>
    redeem(request, context.get(addressContext), params.token, "invite", password),
  );

export default function Invite({ loaderData }: Route.ComponentProps) {
  return <SetPasswordPage title="Welcome to Redline" link={loaderData} />;
}
