import type { RouteConfig } from "@react-router/dev/routes";
import { flatRoutes } from "@react-router/fs-routes";

const folders = ["staff", "portal", "account", "api"];

export default (await Promise.all(
  folders.map((folder) => flatRoutes({ rootDirectory: `routes/${folder}` })),
).then((routes) => routes.flat())) satisfies RouteConfig;
