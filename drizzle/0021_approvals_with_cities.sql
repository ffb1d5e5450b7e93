-- Lists again what is listed since: the approvals that their cities have not handed over.
UPDATE `cities` SET `plan_checks_opened_to` = 0 WHERE `id` IN (SELECT `city_id` FROM `permits` WHERE `id` IN (SELECT `permit_id` FROM `letters`));
