import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { watchRequests } from "./ui/lost-request";

// A first visit has only the critical CSS of its page: what scripts render later needs the other styles too.
const styles = document.querySelector<HTMLLinkElement>('link[rel="prefetch"][as="style"]');
if (styles) styles.rel = "stylesheet";

watchRequests();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
