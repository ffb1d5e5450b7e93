import { type ComponentType, createContext, lazy, useContext, useEffect } from "react";

// The build uses this file for imports of dialogs: see scripts/code-on-demand.ts.

type Part = ComponentType<object>;
type Code = Record<string, Part>;

/** Collects the files of the code that the server renders. */
export const CodeFilesContext = createContext<Set<string> | undefined>(undefined);

/** Returns the component for the server: it adds its files to those that the page needs. */
export function withFiles(Component: Part, files: string[]): Part {
  return (props) => {
    const needed = useContext(CodeFilesContext);
    for (const file of files) needed?.add(file);
    return <Component {...props} />;
  };
}

// All dialogs are built on this one.
const loads: (() => Promise<unknown>)[] = [() => import("./dialog")];

/** Returns the components of a file for the browser, by name. React keeps the page before until the file has arrived. */
export function codeOf(load: () => Promise<Code>): (name: string) => Part {
  loads.push(load);
  return (name) =>
    lazy(async () => {
      const code = await loaded(load);
      return { default: code[name] as Part };
    });
}

/** Loads the code of the dialogs of all pages so far when the pointer or the focus reaches a link to one. */
export function useCodeOfDialogs(): void {
  useEffect(() => {
    const loadForLink = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest("a") : null;
      if (!link || !new URLSearchParams(link.search).has("dialog")) return;
      for (const load of loads) load().catch(() => {});
    };
    document.addEventListener("pointerover", loadForLink);
    document.addEventListener("focusin", loadForLink);
    return () => {
      document.removeEventListener("pointerover", loadForLink);
      document.removeEventListener("focusin", loadForLink);
    };
  }, []);
}

const maxFailures = 3;

/** Milliseconds between two attempts. */
const pause = 2_000;

/** Resolves when the connection is back, or after a pause. */
const nextAttempt = () =>
  new Promise<unknown>((resolve) => {
    window.addEventListener("online", resolve, { once: true });
    window.setTimeout(resolve, pause);
  });

/** Tries again until the code has arrived, since an error would replace the page and its typed text. */
async function loaded(load: () => Promise<Code>): Promise<Code> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await load();
    } catch {
      // After an update, the server has no file of the build before, but all files of the page that it sends then.
      if (failures >= maxFailures && !isSentByServer() && (await isServerReached())) window.location.reload();
      await nextAttempt();
    }
  }
}

/** Returns true if the page at this address is the document that the server sent. */
function isSentByServer(): boolean {
  const withoutHash = (address = "") => address.replace(/#.*/, "");
  const [document] = performance.getEntriesByType("navigation");
  return withoutHash(document?.name) === withoutHash(window.location.href);
}

const isServerReached = (): Promise<boolean> =>
  fetch("/favicon.svg", { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );
