import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Reads the page again when the user returns to its tab. */
export function useFreshOnReturn() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === "visible" && !hasUnsentInput()) revalidate();
    };
    document.addEventListener("visibilitychange", refresh);
    return () => document.removeEventListener("visibilitychange", refresh);
  }, [revalidate]);
}

/** Whether a form outside the discussion has unsent input, which reading the page again could remove. */
function hasUnsentInput(): boolean {
  if (document.querySelector("form[method=post] input[name=keptFiles]")) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "form[method=post] :is(textarea, input:not([type=hidden], [type=checkbox], [type=radio]))",
  );
  return [...fields].some((field) => !field.closest("#discussion") && field.value !== field.defaultValue);
}
