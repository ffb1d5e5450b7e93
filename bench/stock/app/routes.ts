import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("routes/dashboard.tsx"),
  route("permits", "routes/permits.tsx"),
  route("permits/:id", "routes/permit.tsx"),
  route("plan-check-calendar", "routes/calendar.tsx"),
] satisfies RouteConfig;
