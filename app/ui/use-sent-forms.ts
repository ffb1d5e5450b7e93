import { useEffect } from "react";
import { useSubmit } from "react-router";

/** What the element of a form says if it leaves the page where it is scrolled to. */
export const keepScroll = "keep-scroll";

/** Sends the forms of the application without loading a document, once its scripts run. */
export function useSentForms(): void {
  const submit = useSubmit();
  useEffect(() => {
    function send(event: SubmitEvent) {
      const form = event.target as HTMLFormElement;
      if (event.defaultPrevented || form.dataset.form === undefined) return;
      event.preventDefault();
      submit((event.submitter as HTMLButtonElement | null) ?? form, {
        preventScrollReset: form.dataset.form === keepScroll,
      });
    }
    document.addEventListener("submit", send);
    return () => document.removeEventListener("submit", send);
  }, [submit]);
}
