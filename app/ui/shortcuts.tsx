import { useEffect } from "react";
import { leadsOn } from "./typed-entries";

/** The keys that the whole page has: `/` for the search, which a user may switch off, and Ctrl+Enter in a form. */
export function Shortcuts({ searchesOnSlash }: { searchesOnSlash: boolean }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const element = event.target as HTMLElement;
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save(event, element);
      if (event.key === "/" && searchesOnSlash) focusSearch(event, element);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [searchesOnSlash]);
  return null;
}

/** Presses the first button of the form that saves, or else the first that leads on. What is a button or a link has the key itself. */
function save(event: KeyboardEvent, element: HTMLElement): void {
  if (event.repeat || element.closest("a, button, summary")) return;
  const form = (element as HTMLInputElement).form ?? element.closest("form");
  const controls = [...(form?.elements ?? [])] as HTMLButtonElement[];
  const buttons = controls.filter(({ type }) => type === "submit");
  const button = buttons.find((one) => !leadsOn(one)) ?? buttons[0];
  if (!button) return;
  event.preventDefault();
  button.click();
}

/** What is not shown cannot take the focus. */
function focusSearch(event: KeyboardEvent, element: HTMLElement): void {
  if (element.closest("input,select,textarea,dialog")) return;
  event.preventDefault();
  for (const field of document.querySelectorAll<HTMLElement>(".find>*,#search")) field.focus();
}
