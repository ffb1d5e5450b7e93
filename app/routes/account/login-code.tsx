import { data, redirect } from "react-router";
import { OneTimeCodeSchema } from "~/models/accounts/account.schema.server";
import { finishSignIn, readSecondStep } from "~/models/accounts/second-step.server";
import { endPreviousSession } from "~/models/accounts/session.server";
import { env } from "~/platform/env.server";
import { submit } from "~/platform/forms/form.server";
import { localAddress } from "~/platform/http/cross-site.server";
import { addressContext, maybeViewer } from "~/platform/http/viewer.server";
import { AccountPanel } from "~/ui/account-panel";
import { Button, ButtonLink } from "~/ui/button";
import { PostForm, usePostForm } from "~/ui/post-form";
import type { Route } from "./+types/login-code";
import { appSetUp } from "./parts/app-set-up.server";
import { AppKey, CodeField } from "./parts/code-fields";
import { newRecoveryCodes } from "./parts/one-time-secret.server";
import {
  endSecondStepHeader,
  readKnownBrowser,
  readSecondStepCookie,
  signedInHeaders,
} from "./parts/sign-in-cookies.server";

export const handle = { scripts: false };

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const returnTo = localAddress(url.searchParams.get("returnTo"));
  const step = await readSecondStep(await readSecondStepCookie(request));
  if (!step && maybeViewer(context)) throw redirect(returnTo);
  return data(
    {
      returnTo,
      provider: env.PROVIDER_NAME,
      isOver: step === null,
      hasLostApp: url.searchParams.has("recovery"),
      setUp: step?.key ? appSetUp(step.user.email, step.key) : null,
    },
    { status: step ? 200 : 410 },
  );
}

export function action({ request, url, context }: Route.ActionArgs) {
  return submit(request, OneTimeCodeSchema, {}, async ({ oneTimeCode }) => {
    const signedIn = await finishSignIn(await readSecondStepCookie(request), oneTimeCode, {
      address: context.get(addressContext),
      browser: await readKnownBrowser(request),
      userAgent: request.headers.get("user-agent") ?? "",
    });
    await endPreviousSession(maybeViewer(context));
    const headers = await signedInHeaders(signedIn.session, signedIn.user.email);
    headers.append("Set-Cookie", await endSecondStepHeader());
    const returnTo = localAddress(url.searchParams.get("returnTo"));
    const { user, recoveryCodes: codes } = signedIn;
    if (!codes) return redirect(returnTo, { headers });
    const to = `/profile/two-factor?${new URLSearchParams({ returnTo })}`;
    return newRecoveryCodes.redirectWith(user, to, "Two-factor sign-in is on", { codes }, headers);
  });
}

export default function LoginCode({ loaderData }: Route.ComponentProps) {
  const { returnTo, isOver, setUp } = loaderData;
  if (isOver) {
    return (
      <AccountPanel title="This sign-in is over" isError>
        <p>It took longer than ten minutes, or something changed in the meantime.</p>
        <ButtonLink to={`/login?${new URLSearchParams({ returnTo })}`} tone="primary" className="w-full">
          Sign in again
        </ButtonLink>
      </AccountPanel>
    );
  }
  if (setUp) {
    return (
      <AccountPanel title="Set up two-factor sign-in">
        <p>Your account must have it: besides your password, you enter a code of an app on your phone.</p>
        <AppKey setUp={setUp} />
        <CodeForm button="Turn on and sign in" />
      </AccountPanel>
    );
  }
  return <CodePanel {...loaderData} />;
}

function CodePanel({
  hasLostApp,
  returnTo,
  provider,
}: Pick<Route.ComponentProps["loaderData"], "hasLostApp" | "returnTo" | "provider">) {
  const address = (query: Record<string, string>) =>
    `/login/code?${new URLSearchParams({ ...query, ...(returnTo !== "/" && { returnTo }) })}`;
  return hasLostApp ? (
    <AccountPanel title="Enter a recovery code">
      <CodeForm button="Sign In" label="Recovery code" isRecovery />
      <p>
        <a href={address({})}>Use a code of your app</a>
      </p>
      <p>Have you lost these codes too? Ask your administrator at {provider}.</p>
    </AccountPanel>
  ) : (
    <AccountPanel title="Enter the code of your app">
      <CodeForm button="Sign In" />
      <p>
        <a href={address({ recovery: "" })}>Use a recovery code</a>
      </p>
    </AccountPanel>
  );
}

type CodeFormProps = { button: string; label?: string; isRecovery?: boolean };

function CodeForm({ button, ...field }: CodeFormProps) {
  const [form, fields] = usePostForm<"oneTimeCode">("code");
  return (
    <PostForm form={form} hasToast={false} className="stack">
      <CodeField field={fields.oneTimeCode} {...field} autoFocus />
      <Button tone="primary" className="w-full">
        {button}
      </Button>
    </PostForm>
  );
}
