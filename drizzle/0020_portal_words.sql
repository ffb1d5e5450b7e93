-- Lists again what is listed since: approved permits under plan check, permits on hold, plan checks that ended as not applicable.
UPDATE `cities` SET `plan_checks_opened_to` = 0 WHERE `uses_corrections` = true;
