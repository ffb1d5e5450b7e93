import { createContext } from "react";

/** The nonce that the page's own scripts carry; the browser does not tell it again. */
export const NonceContext = createContext("");

/** Whether the page gets scripts at all, as far as the server's answer decides. */
export const ScriptsContext = createContext(true);

/** What an error page shows, so that the log can be searched for it; only the server knows it. */
export const ReferenceContext = createContext("");
