import { createContext } from "react";

/** The nonce that the page's own scripts carry; the browser does not tell it again. */
export const NonceContext = createContext("");

/** Whether the page gets scripts at all, as far as the server's answer decides. */
export const ScriptsContext = createContext(true);

/** What an error page shows, so that the log can be searched for it; only the server knows it. */
export const ReferenceContext = createContext("");

type Kept = {
  /** A form waits for whoever signs in. */
  isKept: boolean;
  /** What was typed into a form that is refused now that its author has signed in again. */
  typed?: [name: string, value: string][];
};

/** Known to the server alone, on pages without scripts. */
export const KeptFormContext = createContext<Kept>({ isKept: false });
