import type { AddressInfo } from "node:net";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { crossSiteRefusal } from "~/http/cross-site.server";
import { createWebServer } from "~/http/web-server.server";
import { viewerMiddleware } from "~/viewer.server";
import { leaves } from "./route-addresses";
import { serverBuildOf } from "./server-build";
import { moduleOf } from "./test-addresses";

/** Starts an HTTP server with only the API, which handles requests as the built server does. */
export async function startApi() {
  const own = leaves.filter(({ file }) => file === "routes/api.ts");
  const routes = await Promise.all(
    own.map(async ({ file, address }) => {
      const module = await moduleOf(file);
      return { id: file, parentId: "root", path: address.slice(1), module };
    }),
  );
  const root = { id: "root", path: "", module: { middleware: [viewerMiddleware], default: () => null } };
  const handle = createRequestHandler(serverBuildOf([root, ...routes]), "production");
  const listen = createRequestListener(
    (request: Request) => crossSiteRefusal(request) ?? handle(request, new RouterContextProvider()),
  );
  const server = createWebServer(listen);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://127.0.0.1:${port}`, stop };
}
