import { type RouteConfig, route } from "@react-router/dev/routes";

export default [route("permits", "routes/permits.tsx")] satisfies RouteConfig;
