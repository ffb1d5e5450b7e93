-- compatible
UPDATE "cities" SET "plan_checks_opened_to" = 0 WHERE "uses_corrections" = true;
