import "./node-version.js";
import { createServer } from "vite";
import { setDemo } from "./demo-settings.js";

// The production server on the demo's data, with Vite in place of the build: a page shows a change as it is saved.
process.env.NODE_ENV = "development";
setDemo("data/dev");
const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
try {
  const { serve } = await vite.ssrLoadModule("/server.ts");
  await serve({
    sendFile: vite.middlewares,
    async respond(request, response) {
      const { respond } = await vite.ssrLoadModule("/requests.ts");
      respond(request, response);
    },
  });
} catch (error) {
  console.error(`Redline cannot start. ${error.message}`);
  process.exit(1);
}
