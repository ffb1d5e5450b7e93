import { entriesElsewhere, type TypedEntries, typedEntries } from "./typed-entries";

const filters = ["before", "chosen", "code", "correction", "discipline", "more", "q", "reviewCycle"];

/** The name under which a viewer's entries of a form are kept. The page's address changes when another form is sent. */
export function storageKey(form: HTMLFormElement, viewer: string): string {
  const [path, query] = (form.getAttribute("action") ?? "").replace(/[?&]sent$/, "").split("?");
  const parameters = new URLSearchParams(query);
  for (const name of filters) parameters.delete(name);
  const rows = ([...form.elements] as HTMLInputElement[])
    .filter(({ type, name }) => type === "hidden" && /Id$|^cycle$/.test(name))
    .map(({ name, value }) => `${name}=${value}`);
  return ["typed", viewer, form.getAttribute("id"), `${path}?${parameters}`, ...rows].join(" ");
}

/** Returns what is kept under a key; nothing if the browser gives the page no storage. */
export function keptEntries(key: string): TypedEntries {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

export function storeEntries(key: string, entries: TypedEntries): void {
  try {
    if (Object.keys(entries).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(entries));
  } catch {}
}

/** Keeps what is typed into a form, unless what was kept before is still offered. */
export function keepEntries(form: HTMLFormElement, key: string): void {
  if (isOffered(form)) return;
  const kept = keptEntries(key);
  storeEntries(key, { ...entriesElsewhere(form, kept), ...typedEntries(form, kept) });
}

/** Returns what is still kept after a form is saved: what it did not contain. */
export function entriesKeptAfterSave(form: HTMLFormElement, key: string): TypedEntries {
  const kept = keptEntries(key);
  return isOffered(form) ? kept : entriesElsewhere(form, kept);
}

export const isOffered = (form: HTMLFormElement) => form.querySelector(".kept-text") !== null;
