import type { FormResult } from "~/platform/forms/form.server";
import { errorsIn } from "~/ui/error-summary";

/** The messages of a refused form that is no longer on the page. */
export function RefusalText({ formResult }: { formResult: FormResult }) {
  return (
    <div role="alert" className="late">
      {errorsIn(formResult).map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  );
}
