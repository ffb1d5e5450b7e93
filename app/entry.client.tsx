import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { watchRequests } from "./ui/lost-request";

// On a first visit, the page has only its critical CSS; elements that scripts render later need the other styles.
const styles = document.querySelector("head noscript");
styles?.insertAdjacentHTML("afterend", styles.textContent.replace(' media="print"', ""));

watchRequests();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
