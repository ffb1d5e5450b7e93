// drizzle-kit reads this file and does not resolve `~/`: imports here and in the tables are relative.
export * from "./accounts/accounts.table.server";
export * from "./assignments/assignments.table.server";
export * from "./audit.table.server";
export * from "./cities/cities.table.server";
export * from "./comments/comments.table.server";
export * from "./corrections/corrections.table.server";
export * from "./employees/employees.table.server";
export * from "./fees/fees.table.server";
export * from "./files/files.table.server";
export * from "./hours/hours.table.server";
export * from "./idempotency.table.server";
export * from "./letters/letters.table.server";
export * from "./mail/mail.table.server";
export * from "./permits/permits.table.server";
export * from "./plan-checks/plan-checks.table.server";
export * from "./review-cycles/review-cycles.table.server";
export * from "./standard-comments/standard-comments.table.server";
