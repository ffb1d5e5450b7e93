import { or, type SQL, sql } from "drizzle-orm";
import { permits } from "../tables.server";
import { patternOf } from "../text-search.server";

const columns = {
  urban37_permit_number: permits.urban37PermitNumber,
  city_permit_number: permits.cityPermitNumber,
  project_name: permits.projectName,
  project_address: permits.projectAddress,
} as const;

/** Matches a part of any of these: by the trigram index, which needs three characters, or by a scan. */
export function matching(search: string, names: (keyof typeof columns)[]): SQL | undefined {
  if ([...search].length < 3) {
    const pattern = patternOf(search);
    return or(...names.map((name) => sql`${columns[name]} like ${pattern} escape '\\'`));
  }
  const phrase = `{${names.join(" ")}} : "${search.replaceAll('"', '""')}"`;
  return sql`${permits.id} in (select rowid from permit_search where permit_search match ${phrase})`;
}
