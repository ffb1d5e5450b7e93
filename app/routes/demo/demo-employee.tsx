import type { FormResult } from "~/form.server";
import { listDemoEmployees } from "~/models/demo/demo-employee.server";
import { AccountPanel } from "~/ui/account-panel";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/demo-employee";
import { refuseOutsideDemo, signInAsDemoEmployee } from "./parts/demo.server";

export const handle = { scripts: false };

export function loader(_: Route.LoaderArgs) {
  refuseOutsideDemo();
  return listDemoEmployees();
}

export function action({ request }: Route.ActionArgs) {
  refuseOutsideDemo();
  return signInAsDemoEmployee(request);
}

export default function DemoEmployeeLogin({ loaderData: employees, actionData }: Route.ComponentProps) {
  const formResult = actionData as FormResult | undefined;
  return (
    <AccountPanel title="Test employee switcher">
      {formResult && (
        <ErrorSummary errors={[{ id: "", message: formResult.failure ?? "Choose an employee" }]} />
      )}
      <p>Signs in as one of the demo's employees, without a password.</p>
      {employees.length === 0 && <p>There are no active employees.</p>}
      <PostForm className="stack">
        {employees.map(({ id, name, disciplines }) => (
          <Button key={id} name="userId" value={id} className="w-full">
            <span>
              {name}
              <span className="small block font-normal">{disciplines.join(", ")}</span>
            </span>
          </Button>
        ))}
      </PostForm>
      <p>
        <a href="/admin-dashboard">Return to /admin-dashboard</a>
      </p>
    </AccountPanel>
  );
}
