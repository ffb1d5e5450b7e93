-- compatible
CREATE TABLE "binned_contents" (
	"permit_id" bigint NOT NULL,
	"content_hash" text NOT NULL,
	CONSTRAINT "binned_contents_permit_id_content_hash_pk" PRIMARY KEY("permit_id","content_hash")
);

--> statement-breakpoint
CREATE TABLE "binned_permits" (
	"permit_id" bigint PRIMARY KEY NOT NULL,
	"city_id" bigint NOT NULL,
	"urban37_permit_number" text NOT NULL,
	"revision_number" text,
	"project_name" text NOT NULL,
	"binned_at" text NOT NULL,
	"binned_by_name" text NOT NULL,
	"rows" json NOT NULL
);

--> statement-breakpoint
CREATE TABLE "binned_reviewers" (
	"permit_id" bigint NOT NULL,
	"employee_id" bigint NOT NULL,
	CONSTRAINT "binned_reviewers_permit_id_employee_id_pk" PRIMARY KEY("permit_id","employee_id")
);

--> statement-breakpoint
CREATE TABLE "legal_holds" (
	"permit_id" bigint PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"set_by_name" text NOT NULL,
	"set_at" text NOT NULL
);

--> statement-breakpoint
CREATE TABLE "retention_periods" (
	"city_id" bigint PRIMARY KEY NOT NULL,
	"years" bigint NOT NULL,
	CONSTRAINT "retention_periods_years" CHECK ("retention_periods"."years" between 1 and 100)
);

--> statement-breakpoint
ALTER TABLE "binned_contents" ADD CONSTRAINT "binned_contents_permit_id_binned_permits_permit_id_fk" FOREIGN KEY ("permit_id") REFERENCES "public"."binned_permits"("permit_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "binned_permits" ADD CONSTRAINT "binned_permits_city_id_cities_id_fk" FOREIGN KEY ("city_id") REFERENCES "public"."cities"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "binned_reviewers" ADD CONSTRAINT "binned_reviewers_permit_id_binned_permits_permit_id_fk" FOREIGN KEY ("permit_id") REFERENCES "public"."binned_permits"("permit_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "binned_reviewers" ADD CONSTRAINT "binned_reviewers_employee_id_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_permit_id_permits_id_fk" FOREIGN KEY ("permit_id") REFERENCES "public"."permits"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "retention_periods" ADD CONSTRAINT "retention_periods_city_id_cities_id_fk" FOREIGN KEY ("city_id") REFERENCES "public"."cities"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "binned_contents_by_content" ON "binned_contents" USING btree ("content_hash");
--> statement-breakpoint
CREATE INDEX "binned_permits_by_time" ON "binned_permits" USING btree ("binned_at","permit_id");
--> statement-breakpoint
CREATE INDEX "binned_permits_by_city" ON "binned_permits" USING btree ("city_id");
--> statement-breakpoint
CREATE INDEX "binned_reviewers_by_employee" ON "binned_reviewers" USING btree ("employee_id");
--> statement-breakpoint
CREATE INDEX "legal_holds_by_time" ON "legal_holds" USING btree ("set_at","permit_id");