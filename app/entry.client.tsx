import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { watchRequests } from "./ui/lost-request";

// A first visit has only the styles of its own page: what scripts draw later needs the others too.
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
