import { useEffect } from "react";
import { useRevalidator } from "react-router";

export function useReloadOnReturn() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const reload = () => {
      if (document.visibilityState === "visible" && !hasUnsentInput()) revalidate();
    };
    document.addEventListener("visibilitychange", reload);
    return () => document.removeEventListener("visibilitychange", reload);
  }, [revalidate]);
}

/** Whether a form outside the discussion has unsent input, which reloading the data could remove. */
function hasUnsentInput(): boolean {
  if (document.querySelector("form[method=post] input[name=keptFiles]")) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "form[method=post] :is(textarea, input:not([type=hidden], [type=checkbox], [type=radio]))",
  );
  return [...fields].some((field) => !field.closest("#discussion") && field.value !== field.defaultValue);
}
