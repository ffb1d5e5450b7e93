import { AccountPanel } from "~/ui/account-panel";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/demo-city";
import { refuseOutsideDemo, signInAsDemoCity } from "./parts/demo.server";

export const handle = { scripts: false };

export function loader(_: Route.LoaderArgs) {
  refuseOutsideDemo();
  return null;
}

export function action({ request }: Route.ActionArgs) {
  refuseOutsideDemo();
  return signInAsDemoCity(request);
}

export default function DemoCity() {
  return (
    <AccountPanel title="Test city login">
      <p>Signs in as the demo's city user, without a password.</p>
      <PostForm>
        <Button tone="primary" className="w-full">
          Login as test city user
        </Button>
      </PostForm>
      <p>
        <a href="/api/login">Sign in with an account instead</a>
      </p>
    </AccountPanel>
  );
}
