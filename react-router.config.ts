import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // All routes at once: discovering one later renders the page again while the user fills in a form.
  routeDiscovery: { mode: "initial" },
  // The origin of a page with a strict referrer policy. cross-site.server.ts refuses it when another site sends it.
  allowedActionOrigins: ["null"],
  future: {
    v8_middleware: true,
    v8_passThroughRequests: true,
    v8_splitRouteModules: true,
    v8_trailingSlashAwareDataRequests: true,
    v8_viteEnvironmentApi: true,
  },
} satisfies Config;
