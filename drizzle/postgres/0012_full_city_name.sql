-- compatible
ALTER TABLE "cities" ADD COLUMN "full_name" text;