-- compatible
CREATE TABLE "idempotency_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"content_hash" text NOT NULL,
	"created_at" text NOT NULL
);
