import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { watchRequests } from "./ui/lost-request";

// On a first visit, the page has only its critical CSS; elements that scripts render later need the other styles.
const styles = document.querySelector("head noscript");
styles?.insertAdjacentHTML("afterend", styles.textContent.replace(' media="print"', ""));

watchRequests();

function Page() {
  // The browser tests wait for this mark.
  useEffect(() => document.documentElement.setAttribute("data-hydrated", ""), []);
  return <HydratedRouter />;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Page />
    </StrictMode>,
  );
});
