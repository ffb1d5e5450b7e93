-- compatible
CREATE INDEX "cities_active_first" ON "cities" USING btree ((case when "is_active" then 0 else 1 end),"city_name","id");