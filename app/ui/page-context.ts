import { createContext } from "react";

/** False if the page gets no scripts because of its status. */
export const ScriptsContext = createContext(true);

/** The reference on an error page, which is also in the log; empty in the browser. */
export const ReferenceContext = createContext("");

/** Returns when the server has handled other requests; undefined in the browser, which has none. */
export const LetOthersInContext = createContext<(() => Promise<void>) | undefined>(undefined);

type KeptForm = {
  isKept: boolean;
  /** The typed fields of a kept form that was refused after its user signed in again. */
  typed?: [name: string, value: string][];
};

/** Set on the server only, for pages without scripts. */
export const KeptFormContext = createContext<KeptForm>({ isKept: false });
