import { type ComponentType, createContext, lazy, useContext } from "react";
import { nextAttempt } from "./route-code";

// The build uses this file for imports of code that a page may not need: see scripts/code-on-demand.ts.

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

const loadsOfDialogs: (() => Promise<unknown>)[] = [];

/** Returns the components of a file for the browser, by name. React keeps the page before until the file has arrived. */
export function codeOf(load: () => Promise<Code>, isDialog: boolean): (name: string) => Part {
  if (isDialog) loadsOfDialogs.push(load);
  return (name) =>
    lazy(async () => {
      const code = await loaded(load);
      return { default: code[name] as Part };
    });
}

/** Loads the code of the dialogs of all pages so far, while the data of the address that opens one are loading. */
export function loadDialogs(): void {
  // All dialogs are built on this one.
  for (const load of [() => import("./dialog"), ...loadsOfDialogs]) load().catch(() => {});
}

const mostFailures = 3;

/** Tries again until the code has arrived, since an error would replace the page and its typed text. */
async function loaded(load: () => Promise<Code>): Promise<Code> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await load();
    } catch {
      // After an update, the server has no file of the build before, but all files of the page that it sends then.
      if (failures >= mostFailures && !isSentByServer() && (await isServerReached()))
        window.location.reload();
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
