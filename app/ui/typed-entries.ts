type Control = Pick<
  HTMLInputElement,
  "name" | "type" | "value" | "defaultValue" | "checked" | "defaultChecked" | "files"
> & { selectedIndex?: number; options?: Pick<HTMLOptionElement, "defaultSelected">[] };

/** The kept values of a form by the names of its fields; a name can have several. */
export type TypedEntries = [name: string, value: string][];

const isCheckable = ({ type }: Control) => type === "checkbox" || type === "radio";
const isText = ({ type }: Control) => !["checkbox", "radio", "file", "select-one"].includes(type);

/** The word that confirms a deletion is typed again each time. */
const isTyped = ({ name, type }: Control) =>
  Boolean(name && type) &&
  name !== "confirmation" &&
  !["hidden", "submit", "button", "reset", "fieldset", "output"].includes(type);
const isKept = ({ type }: Control) => type !== "password" && type !== "file";

const controlsOf = ({ elements }: HTMLFormElement) => ([...elements] as unknown as Control[]).filter(isTyped);

function differs(control: Control): boolean {
  if (isCheckable(control)) return control.checked !== control.defaultChecked;
  if (control.type === "file") return Boolean(control.files?.length);
  if (!control.options) return control.value !== control.defaultValue;
  const chosen = Array.from(control.options).findIndex(({ defaultSelected }) => defaultSelected);
  return control.selectedIndex !== Math.max(0, chosen);
}

/** What forms contained when they were saved; a select does not take over what was saved. */
const saved = new WeakMap<HTMLFormElement, string>();

export const setSaved = (form: HTMLFormElement) => saved.set(form, JSON.stringify(entriesOf(form)));

/** Whether a form has entries that are not saved. A refused form shows those that were sent. */
export function isChanged(form: HTMLFormElement): boolean {
  const last = saved.get(form);
  if (last !== undefined) return last !== JSON.stringify(entriesOf(form));
  const isRefused = form.dataset.refused !== undefined;
  return controlsOf(form).some(
    (control) => differs(control) || (isRefused && isText(control) && control.value !== ""),
  );
}

/** The changed forms of the application in a part of the page. */
export const changedForms = (part: ParentNode): HTMLFormElement[] =>
  [...part.querySelectorAll<HTMLFormElement>("form[method=post][data-form]")].filter(isChanged);

/** Returns what is typed into a form, without passwords and files. */
export const entriesOf = (form: HTMLFormElement): TypedEntries =>
  controlsOf(form)
    .filter((control) => isKept(control) && (!isCheckable(control) || control.checked))
    .map(({ name, value }) => [name, value]);

/** Fills a form with entries, as if they were typed. */
export function fill(form: HTMLFormElement, entries: TypedEntries): void {
  const rest = [...entries];
  for (const control of controlsOf(form).filter(isKept) as unknown as HTMLInputElement[]) {
    const { name, value } = control;
    const position = rest.findIndex(
      (entry) => entry[0] === name && (!isCheckable(control) || entry[1] === value),
    );
    if (isCheckable(control)) {
      if (control.checked !== position >= 0) control.click();
    } else {
      const [, text] = rest.splice(position, position < 0 ? 0 : 1)[0] ?? [];
      if (text !== undefined && text !== value) type(control, text);
    }
  }
}

function type(control: HTMLInputElement, text: string): void {
  control.value = text;
  for (const event of ["input", "change"]) control.dispatchEvent(new Event(event, { bubbles: true }));
}

/** The name under which a viewer's entries of a form are kept: its address, and which form of the page it is. */
export function storageKey(form: HTMLFormElement, viewer: string, { pathname, search }: Location): string {
  const rows = ([...form.elements] as unknown as Control[])
    .filter(({ type, name }) => type === "hidden" && /Id$|^cycle$/.test(name))
    .map(({ name, value }) => `${name}=${value}`);
  const action = form.getAttribute("action")?.replace(/[?&]sent$/, "");
  return ["typed", viewer, `${pathname}${search}`, form.getAttribute("id"), action, ...rows].join(" ");
}
