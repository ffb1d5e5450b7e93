/** Sends each answer as soon as its field is left, without scripts of the page around it. */

type Reply = { seen?: string; message?: string };

const form = document.querySelector<HTMLFormElement>("form[data-answers]");

const fieldsOf = (row: HTMLElement) => {
  const named = (part: string) =>
    row.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name$=".${part}"]`);
  return { text: named("text"), sheet: named("sheet"), seen: named("seen") };
};

const typedIn = (row: HTMLElement): string => {
  const { text, sheet } = fieldsOf(row);
  return JSON.stringify([text?.value ?? "", sheet?.value ?? ""]);
};

/** What the server has of each row. */
const saved = new Map<HTMLElement, string>();
/** The last save that is under way: one at a time, because the next one needs the version that this one gives. */
let saving: Promise<void> | undefined;

async function saveRow(form: HTMLFormElement, row: HTMLElement): Promise<void> {
  const typed = typedIn(row);
  if (saved.get(row) === typed) return;
  const { text, sheet, seen } = fieldsOf(row);
  const note = row.querySelector<HTMLElement>("[data-saved]");
  const body = {
    cycle: form.querySelector<HTMLInputElement>("[name=cycle]")?.value,
    correctionId: Number(row.dataset.answer),
    ...{ text: text?.value, sheet: sheet?.value, seen: seen?.value },
  };
  const reply = await send(form.dataset.answers ?? "", body);
  if (reply.seen && seen) {
    seen.value = reply.seen;
    saved.set(row, typed);
  }
  if (note) note.textContent = reply.seen ? "Saved" : (reply.message ?? notSaved);
}

/** Of a request, in milliseconds: the form waits for it. */
const longest = 15_000;

const notSaved = "Not saved yet. Press “Save answers” when the connection is back.";

async function send(address: string, body: object): Promise<Reply> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(longest),
    });
    return (await response.json()) as Reply;
  } catch {
    return {};
  }
}

if (form) {
  const rows = [...form.querySelectorAll<HTMLElement>("[data-answer]")];
  // A refused form has what is not saved.
  if (!form.hasAttribute("data-refused")) for (const row of rows) saved.set(row, typedIn(row));
  form.addEventListener("change", ({ target }) => {
    const row = target instanceof Element && target.closest<HTMLElement>("[data-answer]");
    if (!row) return;
    const save = Promise.resolve(saving)
      .then(() => saveRow(form, row))
      .finally(() => {
        if (saving === save) saving = undefined;
      });
    saving = save;
  });
  const isUnsaved = () => rows.some((row) => saved.get(row) !== typedIn(row));
  let isSending = false;
  form.addEventListener("submit", async (event) => {
    isSending = true;
    if (!saving) return;
    // A save on its way gives the version that the form needs.
    event.preventDefault();
    await saving;
    form.requestSubmit(event.submitter);
  });
  window.addEventListener("beforeunload", (event) => {
    if (!isSending && isUnsaved()) event.preventDefault();
  });
}

export {};
