import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Reads the page again when the person comes back to its tab. */
export function useFreshOnReturn() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible" && !isFilledElsewhere()) revalidate();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [revalidate]);
}

/** Whether another form of the page holds something unsent, which reading the page again could take. */
function isFilledElsewhere(): boolean {
  if (document.querySelector("form[method=post] input[name=keptFiles]")) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "form[method=post] :is(textarea, input:not([type=hidden], [type=checkbox], [type=radio]))",
  );
  return [...fields].some((field) => !field.closest("#discussion") && field.value !== field.defaultValue);
}
