/** Matches files of `app/ui`. */
const ui = (...names: string[]) => new RegExp(`app/ui/(${names.join("|")})\\.tsx?$`);

/** Matches the imports of files whose code is loaded on demand. */
const imported = (...names: string[]) => new RegExp(`app/ui/(${names.join("|")})\\.tsx\\?on-demand$`);

const matchesOneOf =
  (...patterns: RegExp[]) =>
  (file: string): boolean =>
    patterns.some((pattern) => pattern.test(file));

const isListPart = matchesOneOf(
  ui("chips", "count-tabs", "paged-list", "pager", "rows-in-steps", "rows-table"),
);
const isDialogPart = matchesOneOf(ui("dialog", "confirm-dialog", "typed-confirmation"));
const isOfAnyPage = matchesOneOf(
  ui("[\\w-]+", "plan-review/use-card-address"),
  imported("permits/delete-permit-dialog"),
  /app\/models\/(?!letters|money)|node_modules\/(lucide|@conform-to)|vite\//,
);

/**
 * Few files for the browser, grouped by the pages that need them: on a slow connection, a request costs more than a few
 * bytes. A group has also what its files import, unless an earlier group has it.
 */
export const codeGroups = [
  { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler|cookie)\// },
  {
    name: "ui",
    test: (file: string) => isOfAnyPage(file) && !isListPart(file) && !isDialogPart(file),
    minShareCount: 3,
  },
  { name: "list", test: isListPart },
  { name: "dialog", test: isDialogPart },
  // Only the pages of letters need these, and the gallery.
  {
    name: "letters",
    test: /app\/(ui\/letters\/letter-(document|heading|item|pager|table)|models\/letters\/)/,
  },
  {
    name: "permit",
    test: matchesOneOf(
      ui(
        "discipline-badges",
        "files/plan-files-card",
        "permits/(applicant-card|permit-(header|labels|value))",
      ),
      ui("plan-review/(assignments-card|discussion|form-results|review-page|time-panel)"),
      imported("files/(delete-file|set-aside)-dialog", "letters/permit-letter-dialog"),
    ),
  },
  { name: "corrections", test: ui("plan-review/(corrections-card|plan-check-card)") },
  { name: "billing", test: ui("fees/billing") },
  { name: "city", test: ui("cities/city-(header|labels|logo)") },
  { name: "password-link", test: ui("accounts/(new-)?password-link") },
  {
    name: "combobox",
    test: /reviewer-combobox|node_modules\/(@headlessui|@floating-ui|@react-aria|@react-stately|@tanstack)\//,
  },
  // A page loads the code of its dialogs when the first one opens.
  {
    name: "permit-dialogs",
    test: ui(
      "(files|permits)/[\\w-]+-dialog",
      "letters/permit-letter-dialog",
      "plan-review/((comment|time)-dialogs|(dates|notes)-dialog)",
    ),
  },
  {
    name: "city-dialogs",
    test: ui("cities/(delete-city-dialog|city-user-dialogs)", "fees/(fee|mark-paid|pricing)-dialog"),
  },
];
