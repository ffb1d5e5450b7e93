-- compatible
ALTER TABLE "users" ADD COLUMN "searches_on_slash" boolean DEFAULT true NOT NULL;