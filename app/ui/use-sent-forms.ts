import { useEffect } from "react";
import { type SubmitOptions, useSubmit } from "react-router";
import { keepScroll } from "./link";

/** Sends the forms of the application without loading a document, once its scripts run. */
export function useSentForms(): void {
  const submit = useSubmit();
  useEffect(() => {
    function send(event: SubmitEvent) {
      const sent = sentForm(event);
      if (!sent) return;
      event.preventDefault();
      submit(sent.target, sent.options);
    }
    document.addEventListener("submit", send);
    return () => document.removeEventListener("submit", send);
  }, [submit]);
}

type Submission = Pick<SubmitEvent, "defaultPrevented" | "target" | "submitter">;
type Sent = { target: HTMLFormElement | HTMLButtonElement; options: SubmitOptions };

/** Returns the form to send, or the button that sends it; undefined for a form that is not the application's. */
export function sentForm({ defaultPrevented, target, submitter }: Submission): Sent | undefined {
  const form = target as HTMLFormElement;
  if (defaultPrevented || form.dataset.form === undefined) return;
  return {
    target: (submitter as HTMLButtonElement | null) ?? form,
    options: { preventScrollReset: form.dataset.form === keepScroll },
  };
}
