import { redirect } from "react-router";
import { submit } from "~/form.server";
import { signInAs } from "~/models/accounts/sign-in.server";
import { NoFields } from "~/models/permits/permit.form.server";
import { Refusal } from "~/models/refusal";
import { refuseOutsideDemo, testCityUser, testUserCookie } from "~/pages/demo/demo.server";
import { AccountSheet } from "~/ui/account-sheet";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { startSessionHeader } from "~/viewer.server";
import type { Route } from "./+types/test-city";

export const meta: Route.MetaFunction = () => [{ title: "Test city login · Redline" }];
export const handle = { scripts: false };

export function loader(_: Route.LoaderArgs) {
  refuseOutsideDemo();
  return null;
}

export function action({ request }: Route.ActionArgs) {
  refuseOutsideDemo();
  return submit(request, NoFields, async () => {
    const token = await signInAs(testCityUser, request.headers.get("user-agent") ?? "");
    if (!token) throw new Refusal(404, "There is no test city user");
    const headers = new Headers({ "Set-Cookie": await startSessionHeader(token) });
    headers.append("Set-Cookie", await testUserCookie.serialize(testCityUser));
    return redirect("/", { headers });
  });
}

export default function TestCity() {
  return (
    <AccountSheet title="Test city login">
      <p>Signs in as the demo's city user, without a password.</p>
      <PostForm>
        <Button tone="primary" className="w-full">
          Login as test city user
        </Button>
      </PostForm>
      <p>
        <a href="/api/login">Sign in with an account instead</a>
      </p>
    </AccountSheet>
  );
}
