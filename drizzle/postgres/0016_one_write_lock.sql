-- compatible: the version before uses the table only with WRITE_LOCK=row, and then all servers are stopped first
DROP TRIGGER "city_lock" ON "cities";
--> statement-breakpoint
DROP FUNCTION city_lock;
--> statement-breakpoint
DROP TABLE "locks";
