import { submit } from "~/form.server";
import { SetPasswordSchema } from "~/models/accounts/account.schema.server";
import { addressContext } from "~/viewer.server";
import type { Route } from "./+types/new-password";
import { loadLink, redeem } from "./parts/one-time-link.server";
import { SetPasswordPage } from "./parts/set-password-page";

export const handle = { scripts: false };

export const loader = ({ params }: Route.LoaderArgs) => loadLink(params.token, "reset");

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit(request, SetPasswordSchema, {}, (password) =>
    redeem(request, context.get(addressContext), params.token, "reset", password),
  );

export default function ResetPassword({ loaderData }: Route.ComponentProps) {
  return <SetPasswordPage title="Set a new password" link={loaderData} />;
}
