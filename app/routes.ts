import { layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";

/** A page, and the dialogs that open over it, each at a path below that of the page. */
const page = (path: string, file: string, dialogs: RouteConfigEntry[]) =>
  route(path, file, [layout("routes/dialogs.tsx", { id: `dialogs over ${file}` }, dialogs)]);

/** Every address, in the order in which people come to it. */
export default [
  route("login", "routes/account/login.tsx"),
  route("api/callback", "routes/account/api.callback.tsx"),
  route("invite/:token", "routes/account/invite.$token.tsx"),
  route("reset-password/:token", "routes/account/reset-password.$token.tsx"),

  layout("routes/staff/_staff.tsx", [
    page("/", "routes/home/home.tsx", [
      route("submit", "routes/portal/dialogs/submit-permit.tsx", { id: "submit a permit at home" }),
    ]),
    route("admin-dashboard", "routes/home/admin-dashboard.tsx"),
    route("permits", "routes/staff/_staff.permits._index.tsx"),
    route("permits/new", "routes/staff/_staff.permits.new.tsx"),
    route("permits/:id", "routes/staff/_staff.permits.$id.tsx"),
    route("permits/:id/assignments", "routes/staff/_staff.permits.$id_.assignments.tsx"),
    route("permits/:id/corrections", "routes/staff/_staff.permits.$id_.corrections.tsx"),
    page("permits/:id/letter", "routes/letters/letter.tsx", [
      route("release", "routes/letters/dialogs/release-letter.tsx"),
      route("cover-note", "routes/letters/dialogs/edit-cover-note.tsx"),
      route("assignments/:assignmentId/return", "routes/letters/dialogs/return-review.tsx"),
    ]),
    route("permits/:id/letters/:letterId", "routes/letters/released-letter.tsx"),
    route("employee-dashboard", "routes/home/employee-dashboard.tsx"),
    route("employee-dashboard/permits/:id", "routes/staff/_staff.employee-dashboard.permits.$id.tsx"),
    route("plan-check-calendar", "routes/staff/_staff.plan-check-calendar.tsx"),
    route("plan-checks", "routes/staff/_staff.plan-checks.tsx"),
    route("standard-comments", "routes/staff/_staff.standard-comments.tsx"),
    route("hours", "routes/staff/_staff.hours.tsx"),
    route("cities", "routes/staff/_staff.cities._index.tsx"),
    route("cities/:id", "routes/staff/_staff.cities.$id.tsx"),
    page("employees", "routes/employees/employees.tsx", [
      route("new", "routes/employees/dialogs/new-employee.tsx"),
      route(":id/edit", "routes/employees/dialogs/edit-employee.tsx"),
      route(":id/activate", "routes/employees/dialogs/activate-employee.tsx"),
      route(":id/deactivate", "routes/employees/dialogs/deactivate-employee.tsx"),
      route(":id/reassign", "routes/employees/dialogs/reassign-work.tsx"),
      route(":id/reset-password", "routes/employees/dialogs/reset-employee-password.tsx"),
      route(":id/delete", "routes/employees/dialogs/delete-employee.tsx"),
    ]),
    route("mail", "routes/staff/_staff.mail.tsx"),
  ]),
  route("permits/:id/corrections.csv", "routes/staff/permits.$id.corrections[.]csv.ts"),
  route("permits/:id/letter.pdf", "routes/letters/letter-draft-pdf.ts"),
  route("standard-comments.csv", "routes/staff/standard-comments[.]csv.ts"),
  route("hours.csv", "routes/staff/hours[.]csv.ts"),
  route("cities/:id/fees.csv", "routes/staff/cities.$id.fees[.]csv.ts"),
  route("staged-files", "routes/staff/staged-files.ts"),

  layout("routes/portal/_portal.tsx", [
    page("oakvilles", "routes/portal/portal-list.tsx", [
      route("submit", "routes/portal/dialogs/submit-permit.tsx"),
    ]),
    route("oakvilles/permits/:id", "routes/portal/_portal.oakvilles.permits.$id.tsx"),
    route("oakvilles/permits/:id/letters/:letterId", "routes/letters/portal-letter.tsx"),
  ]),

  route("profile", "routes/account/profile.tsx"),
  route("uploads/:path", "routes/account/uploads.$path.ts"),

  route("api/docs", "routes/account/api.docs.tsx"),
  route("api/*", "routes/api/api.$.ts"),

  route("test-city", "routes/account/test-city.tsx"),
  route("test-employee-login", "routes/account/test-employee-login.tsx"),
  route("test-mail", "routes/account/test-mail.tsx"),
  route("test-ui", "routes/account/test-ui.tsx"),

  route("*", "routes/account/$.tsx"),
] satisfies RouteConfig;
