import { layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";

/** A page, and the dialogs that open over it, each at a path below the page. */
const page = (path: string, file: string, dialogs: RouteConfigEntry[]) =>
  route(path, file, [layout("routes/dialogs.tsx", { id: `dialogs over ${file}` }, dialogs)]);

/** A dialog that opens over more than one page: it is a route of its own over each. */
const dialogOver = (page: string, path: string, file: string) =>
  route(path, file, { id: `${path} over ${page}` });

const deletePermitOver = (list: string) =>
  dialogOver(list, "delete-permit/:id", "routes/permits/dialogs/delete-permit.tsx");

const fileDialogsOver = (page: string) => [
  dialogOver(page, "files/:fileId/delete", "routes/permits/dialogs/delete-plan-file.tsx"),
  dialogOver(page, "files/:fileId/set-aside", "routes/permits/dialogs/set-file-aside.tsx"),
  dialogOver(page, "files/:fileId/take-back", "routes/permits/dialogs/set-file-aside.tsx"),
];

const commentDialogsOver = (page: string) => [
  dialogOver(page, "comments/:commentId/edit", "routes/permits/dialogs/edit-comment.tsx"),
  dialogOver(page, "comments/:commentId/delete", "routes/permits/dialogs/delete-comment.tsx"),
];

const timeDialogsOver = (page: string) => [
  dialogOver(page, "time/:entryId/edit", "routes/permits/dialogs/edit-time-entry.tsx"),
  dialogOver(page, "time/:entryId/delete", "routes/permits/dialogs/delete-time-entry.tsx"),
];

/** The answers of a permit in the portal, and by a status link: a route of its own in each. */
const answersIn = (place: string, path: string) =>
  route(path, "routes/answers/answers.tsx", { id: `answers ${place}` }, [
    layout("routes/dialogs.tsx", { id: `dialogs over answers ${place}` }, [
      dialogOver(path, "send", "routes/answers/dialogs/send-resubmittal.tsx"),
    ]),
  ]);

const answerFilesIn = (place: string, path: string) => [
  route(`${path}/one`, "routes/answers/answer.ts", { id: `answer ${place}` }),
  route(`${path}.csv`, "routes/answers/answers-csv.ts", { id: `answers.csv ${place}` }),
];

const savedViewDialogsOver = (page: string) => [
  dialogOver(page, "views/new", "routes/saved-views/dialogs/save-view.tsx"),
  dialogOver(page, "views/:viewId/rename", "routes/saved-views/dialogs/rename-view.tsx"),
  dialogOver(page, "views/:viewId/delete", "routes/saved-views/dialogs/delete-view.tsx"),
];

/** Every address, in the order in which people come to it. */
export default [
  route("login", "routes/account/login.tsx"),
  route("login/code", "routes/account/login-code.tsx"),
  route("api/callback", "routes/account/identity-provider-callback.tsx"),
  route("invite/:token", "routes/account/invitation.tsx"),
  route("reset-password/:token", "routes/account/new-password.tsx"),

  layout("routes/staff-layout.tsx", [
    page("/", "routes/home/home.tsx", [
      dialogOver("/", "submit", "routes/portal/dialogs/submit-permit.tsx"),
      deletePermitOver("/"),
    ]),
    page("admin-dashboard", "routes/home/admin-dashboard.tsx", [deletePermitOver("/admin-dashboard")]),
    page("permits", "routes/permits/permits.tsx", [
      deletePermitOver("/permits"),
      ...savedViewDialogsOver("/permits"),
    ]),
    route("permits/new", "routes/permits/new-permit.tsx"),
    page("permits/:id", "routes/permits/permit.tsx", [
      dialogOver("/permits/:id", "delete", "routes/permits/dialogs/delete-permit.tsx"),
      route("next-cycle", "routes/permits/dialogs/start-next-cycle.tsx"),
      route("dates", "routes/permits/dialogs/plan-check-dates.tsx"),
      dialogOver("/permits/:id", "hand-over", "routes/permits/dialogs/hand-over-letter.tsx"),
      route("reopen", "routes/permits/dialogs/reopen-plan-check.tsx"),
      route("return-resubmittal", "routes/permits/dialogs/return-resubmittal.tsx"),
      route("assignments/:assignmentId/reviewer", "routes/permits/dialogs/change-reviewer.tsx"),
      ...fileDialogsOver("/permits/:id"),
      ...commentDialogsOver("/permits/:id"),
      ...timeDialogsOver("/permits/:id"),
    ]),
    route("permits/:id/edit", "routes/permits/edit-permit.tsx"),
    route("permits/:id/status-links", "routes/permits/status-links.tsx"),
    route("permits/:id/assignments", "routes/permits/assignments.tsx"),
    route("permits/:id/sheets", "routes/sheets/sheets.tsx"),
    route("permits/:id/sheets/back-checks", "routes/sheets/back-checks.tsx"),
    route("permits/:id/sheets/:sheetId", "routes/sheets/sheet.tsx"),
    route("permits/:id/sheets/:sheetId/marks/new", "routes/sheets/mark-sheet.tsx"),
    route("permits/:id/sheets/:sheetId/corrections/new", "routes/sheets/placed-correction.tsx"),
    route("permits/:id/sheets/:sheetId/compare", "routes/sheets/compare-sheets.tsx"),
    route("permits/:id/corrections", "routes/corrections/corrections.tsx"),
    page("permits/:id/letter", "routes/letters/letter.tsx", [
      route("release", "routes/letters/dialogs/release-letter.tsx"),
      route("cover-note", "routes/letters/dialogs/edit-cover-note.tsx"),
      route("assignments/:assignmentId/return", "routes/letters/dialogs/return-review.tsx"),
    ]),
    route("permits/:id/letters/:letterId", "routes/letters/released-letter.tsx"),
    route("employee-dashboard", "routes/home/employee-dashboard.tsx"),
    page("employee-dashboard/permits/:id", "routes/review/review.tsx", [
      route("assignments/:assignmentId/notes", "routes/review/dialogs/review-notes.tsx"),
      route("assignments/:assignmentId/decide", "routes/review/dialogs/decide-review.tsx"),
      route("corrections/new", "routes/review/dialogs/new-correction.tsx"),
      route("corrections/library", "routes/review/dialogs/choose-standard-comments.tsx"),
      route("corrections/:correctionId/edit", "routes/review/dialogs/edit-correction.tsx"),
      route("corrections/:correctionId/delete", "routes/review/dialogs/delete-correction.tsx"),
      route("corrections/:correctionId/reopen", "routes/review/dialogs/reopen-correction.tsx"),
      ...fileDialogsOver("/employee-dashboard/permits/:id"),
      ...commentDialogsOver("/employee-dashboard/permits/:id"),
      ...timeDialogsOver("/employee-dashboard/permits/:id"),
    ]),
    route("employee-dashboard/permits/:id/corrections/paste", "routes/review/paste-corrections.tsx"),
    page("plan-check-calendar", "routes/calendar/plan-check-calendar.tsx", [
      ...savedViewDialogsOver("/plan-check-calendar"),
    ]),
    route("plan-checks", "routes/plan-checks/plan-checks.tsx"),
    page("standard-comments", "routes/standard-comments/standard-comments.tsx", [
      route("new", "routes/standard-comments/dialogs/new-standard-comment.tsx"),
      route("import", "routes/standard-comments/dialogs/import-standard-comments.tsx"),
      route(":id/edit", "routes/standard-comments/dialogs/edit-standard-comment.tsx"),
      route(":id/delete", "routes/standard-comments/dialogs/delete-standard-comment.tsx"),
    ]),
    route("hours", "routes/hours/hours.tsx"),
    page("cities", "routes/cities/cities.tsx", [
      route("new", "routes/cities/dialogs/new-city.tsx"),
      dialogOver("/cities", "delete-city/:id", "routes/cities/dialogs/delete-city.tsx"),
    ]),
    page("cities/:id", "routes/cities/city.tsx", [
      dialogOver("/cities/:id", "delete", "routes/cities/dialogs/delete-city.tsx"),
      route("users/invite", "routes/cities/dialogs/invite-user.tsx"),
      route("users/:userId/edit", "routes/cities/dialogs/edit-user.tsx"),
      route("users/:userId/delete", "routes/cities/dialogs/delete-user.tsx"),
      route("users/:userId/reset-password", "routes/cities/dialogs/reset-user-password.tsx"),
      route("users/:userId/sessions", "routes/cities/dialogs/user-sessions.tsx"),
      route("users/:userId/two-factor", "routes/cities/dialogs/user-two-factor.tsx"),
      route("fees/new", "routes/cities/dialogs/new-fee.tsx"),
      route("fees/:feeId/edit", "routes/cities/dialogs/edit-fee.tsx"),
      route("fees/:feeId/mark-paid", "routes/cities/dialogs/mark-fee-paid.tsx"),
      route("pricing/new", "routes/cities/dialogs/new-pricing.tsx"),
      route("pricing/:pricingId/edit", "routes/cities/dialogs/edit-pricing.tsx"),
      route("pricing/:pricingId/delete", "routes/cities/dialogs/delete-pricing.tsx"),
    ]),
    route("cities/:id/edit", "routes/cities/edit-city.tsx"),
    page("employees", "routes/employees/employees.tsx", [
      route("new", "routes/employees/dialogs/new-employee.tsx"),
      route(":id/edit", "routes/employees/dialogs/edit-employee.tsx"),
      route(":id/activate", "routes/employees/dialogs/activate-employee.tsx"),
      route(":id/deactivate", "routes/employees/dialogs/deactivate-employee.tsx"),
      route(":id/reassign", "routes/employees/dialogs/reassign-work.tsx"),
      route(":id/reset-password", "routes/employees/dialogs/reset-employee-password.tsx"),
      route(":id/sessions", "routes/employees/dialogs/employee-sessions.tsx"),
      route(":id/two-factor", "routes/employees/dialogs/employee-two-factor.tsx"),
      route(":id/delete", "routes/employees/dialogs/delete-employee.tsx"),
    ]),
    route("replies", "routes/replies/replies.tsx"),
    route("search", "routes/search/search.tsx"),
    route("mail", "routes/mail/mail.tsx"),
    route("records/bin", "routes/records/bin.tsx"),
    page("records/legal-holds", "routes/records/legal-holds.tsx", [
      route("new", "routes/records/dialogs/set-legal-hold.tsx"),
      route(":id/lift", "routes/records/dialogs/lift-legal-hold.tsx"),
    ]),
    route("records/retention", "routes/records/retention.tsx"),
    page("records/retention/:id", "routes/records/city-retention.tsx", [
      route("period", "routes/records/dialogs/set-retention.tsx"),
      route("delete", "routes/records/dialogs/delete-over-retention.tsx"),
    ]),
    route("audit", "routes/audit/audit.tsx"),
  ]),
  route("permits/:id/corrections.csv", "routes/corrections/corrections-csv.ts"),
  route("permits/:id/letter.pdf", "routes/letters/letter-draft-pdf.ts"),
  route("standard-comments.csv", "routes/standard-comments/standard-comments-csv.ts"),
  route("hours.csv", "routes/hours/hours-csv.ts"),
  route("cities/:id/fees.csv", "routes/cities/fees-csv.ts"),
  route("audit.csv", "routes/audit/audit-csv.ts"),
  route("cities/:id/records.zip", "routes/cities/records-zip.ts"),
  route("permits/:id/sheets/:sheetId/strokes", "routes/sheets/strokes.ts"),
  route("oakvilles/permits/:id/sheets/:sheetId/strokes", "routes/sheets/strokes.ts", {
    id: "strokes in the portal",
  }),
  route("sheet-pictures/:id/:hash/:name", "routes/sheets/sheet-picture.ts"),
  route("letter-pictures/:id/:hash", "routes/letters/letter-picture.ts"),
  ...answerFilesIn("in the portal", "oakvilles/permits/:id/answers"),
  route("staged-files", "routes/files/staged-files.ts"),
  route("staged-files/:key", "routes/files/staged-file.ts"),

  layout("routes/portal/portal-layout.tsx", [
    page("oakvilles", "routes/portal/portal-list.tsx", [
      dialogOver("/oakvilles", "submit", "routes/portal/dialogs/submit-permit.tsx"),
    ]),
    page("oakvilles/permits/:id", "routes/portal/portal-permit.tsx", [
      route("upload", "routes/portal/dialogs/upload-plan-files.tsx"),
      dialogOver("/oakvilles/permits/:id", "hand-over", "routes/permits/dialogs/hand-over-letter.tsx"),
      dialogOver(
        "/oakvilles/permits/:id",
        "files/:fileId/delete",
        "routes/permits/dialogs/delete-plan-file.tsx",
      ),
      ...commentDialogsOver("/oakvilles/permits/:id"),
    ]),
    route("oakvilles/permits/:id/sheets", "routes/sheets/sheets.tsx", { id: "sheets in the portal" }),
    route("oakvilles/permits/:id/sheets/:sheetId", "routes/sheets/sheet.tsx", { id: "sheet in the portal" }),
    route("oakvilles/permits/:id/sheets/:sheetId/compare", "routes/sheets/compare-sheets.tsx", {
      id: "compare in the portal",
    }),
    route("oakvilles/permits/:id/letters/:letterId", "routes/letters/portal-letter.tsx"),
    answersIn("in the portal", "oakvilles/permits/:id/answers"),
    route("oakvilles/permits/:id/status-links", "routes/permits/status-links.tsx", {
      id: "status links in the portal",
    }),
  ]),

  layout("routes/status/status-layout.tsx", [
    route("status/:token", "routes/status/status.tsx"),
    route("status/:token/letters/:letterId", "routes/status/status-letter.tsx"),
    answersIn("by a status link", "status/:token/answers"),
    ...answerFilesIn("by a status link", "status/:token/answers"),
    route("status/:token/letters/:letterId/pdf", "routes/status/status-letter-pdf.ts"),
    route("status/:token/letters/:letterId/pictures/:hash", "routes/status/status-letter-picture.ts"),
    route("status/:token/files/:fileId", "routes/status/status-file.ts"),
    route("status/:token/logo/:name", "routes/status/status-logo.ts"),
    route("status/:token/staged-files", "routes/status/status-staged-files.ts"),
    route("status/:token/staged-files/:key", "routes/status/status-staged-file.ts"),
  ]),

  route("undo/:id", "routes/undo.tsx"),
  route("profile", "routes/account/profile.tsx"),
  route("profile/two-factor", "routes/account/two-factor.tsx"),
  route("help/:page?", "routes/help/help.tsx"),
  route("uploads/:path", "routes/files/picture.ts"),

  route("api/docs", "routes/account/api-docs.tsx"),
  route("api/*", "routes/api.ts"),

  route("test-city", "routes/demo/demo-city.tsx"),
  route("test-employee-login", "routes/demo/demo-employee.tsx"),
  route("test-mail", "routes/demo/demo-mail.tsx"),
  route("test-ui", "routes/demo/gallery.tsx"),

  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
