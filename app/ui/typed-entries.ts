type Control = HTMLInputElement & { options?: HTMLOptionElement[] };

/** What is typed into the controls of a form: a text by the name of its control, a tick by its name and value. */
export type TypedEntries = Record<string, string | boolean>;

const isBox = ({ type }: Control) => type === "checkbox" || type === "radio";
const isText = (control: Control) => !isBox(control) && !["file", "select-one"].includes(control.type);

/** A file that is uploaded already, as a ticked box of a form that is not sent yet. */
const isUploadedFile = ({ name }: Control) => name === "keptFiles";

/** The word that confirms a deletion is typed again each time, and a ticked row is no entry. */
const isTyped = ({ name, type }: Control) =>
  Boolean(name && type) &&
  !["confirmation", "ticked"].includes(name) &&
  !["hidden", "search", "submit", "button", "reset", "fieldset", "output"].includes(type);

/** Passwords and files are never kept. The chosen button of a group says all about the group. */
const isKept = (control: Control) =>
  !["password", "file"].includes(control.type) &&
  !isUploadedFile(control) &&
  (control.type !== "radio" || control.checked);

const controlsOf = ({ elements }: HTMLFormElement): [key: string, control: Control][] =>
  ([...elements] as unknown as Control[])
    .filter(isTyped)
    .map((control) => [isBox(control) ? `${control.name} ${control.value}` : control.name, control]);

const contentOf = (control: Control) => (isBox(control) ? control.checked : control.value);

function renderedValue(control: Control): string | boolean | undefined {
  if (isUploadedFile(control)) return false;
  if (isBox(control)) return control.defaultChecked;
  if (!control.options) return control.defaultValue;
  const options = Array.from(control.options);
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value;
}

/** What controls contained when their form was saved; a select does not take over what was saved. */
const saved = new WeakMap<Control, string | boolean>();

type Contents = (readonly [Control, string | boolean])[];

export const contentsOf = (form: HTMLFormElement): Contents =>
  controlsOf(form).map(([, control]) => [control, contentOf(control)]);

export function setSaved(contents: Contents): void {
  for (const [control, content] of contents) saved.set(control, content);
}

const differs = (control: Control) => contentOf(control) !== (saved.get(control) ?? renderedValue(control));

/** A refused form shows what was sent as if it were saved. */
const isRefused = (form: HTMLFormElement, control: Control) =>
  form.dataset.refused !== undefined && !saved.has(control);

const isUploading = (form: HTMLFormElement) => form.querySelector("progress") !== null;

/** Whether a button of a form saves nothing, but leads on with what is typed. */
export const leadsOn = (button: HTMLElement | null): boolean => button?.dataset.leadsOn !== undefined;

export const isChanged = (form: HTMLFormElement): boolean =>
  isUploading(form) ||
  form.dataset.unsaved !== undefined ||
  controlsOf(form).some(
    ([, control]) =>
      differs(control) || (isRefused(form, control) && isText(control) && control.value !== ""),
  );

export const changedForms = (part: ParentNode): HTMLFormElement[] =>
  [...part.querySelectorAll<HTMLFormElement>("form[method=post]")].filter(isChanged);

/** Returns what is typed into a form and not saved. Of a refused form, this includes what was kept before. */
export const typedEntries = (form: HTMLFormElement, kept: TypedEntries): TypedEntries =>
  Object.fromEntries(
    controlsOf(form)
      .filter(([key, control]) => differs(control) || (isRefused(form, control) && key in kept))
      .filter(([, control]) => isKept(control))
      .map(([key, control]) => [key, contentOf(control)]),
  );

/** Returns the entries whose controls a form does not have, such as those of a longer list. */
export function entriesElsewhere(form: HTMLFormElement, entries: TypedEntries): TypedEntries {
  const shown = new Set(controlsOf(form).map(([key]) => key));
  return Object.fromEntries(Object.entries(entries).filter(([key]) => !shown.has(key)));
}

const isMissing = (control: Control, entry?: string | boolean) =>
  entry !== undefined && entry !== contentOf(control);

/** Whether a form does not contain what is kept of it. The browser fills it in itself after a reload. */
export const lacksEntries = (form: HTMLFormElement, entries: TypedEntries): boolean =>
  controlsOf(form).some(([key, control]) => isMissing(control, entries[key]));

export function fillForm(form: HTMLFormElement, entries: TypedEntries): void {
  for (const [key, control] of controlsOf(form)) {
    const entry = entries[key];
    if (!isMissing(control, entry)) continue;
    if (isBox(control)) control.click();
    else type(control, String(entry));
    openDetails(control);
  }
}

function type(control: Control, text: string): void {
  control.value = text;
  for (const event of ["input", "change"]) control.dispatchEvent(new Event(event, { bubbles: true }));
}

export function openDetails(element: Pick<Element, "closest">): void {
  const details = element.closest("details");
  if (!details) return;
  details.open = true;
  if (details.parentElement) openDetails(details.parentElement);
}
