import { createContext } from "react";

type PageContextValue = {
  /** False if the page gets no scripts because of its status. */
  mayHaveScripts: boolean;
  /** The reference on an error page, which is also in the log. */
  reference: string;
  /** Returns when the server has handled other requests. */
  yieldToEventLoop?: () => Promise<void>;
  /** Whether this browser has a kept form; set only for pages without scripts. */
  hasKeptForm: boolean;
  /** The fields of a kept form that was refused after its user signed in again. */
  typedFields?: [name: string, value: string][];
};

/** What only the server knows of a page; the browser has these values. */
export const pageInBrowser: PageContextValue = { mayHaveScripts: true, reference: "", hasKeptForm: false };

export const PageContext = createContext(pageInBrowser);
