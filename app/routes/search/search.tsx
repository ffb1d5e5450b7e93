import { viewerOf } from "~/platform/http/viewer.server";
import { PageHeader } from "~/ui/page-header";
import type { Route } from "./+types/search";
import { loadSearch, type SearchData } from "./parts/load-search.server";
import { SearchForm } from "./parts/search-form";
import { FoundGroups, RecentPermits } from "./parts/search-results";

/** A city's pages have no scripts. */
export const handle = {
  scripts: (data?: Partial<SearchData>) => (data?.isCity ? false : undefined),
};

export const loader = ({ url, context }: Route.LoaderArgs) =>
  loadSearch(viewerOf(context, "permit.read"), url);

export default function Search({ loaderData }: Route.ComponentProps) {
  const { q, show, notes, groups, recent, isCity } = loaderData;
  return (
    <>
      <PageHeader title="Search" documentTitle={q ? `Search: ${q}` : "Search"} />
      <SearchForm key={q} q={q} notes={notes} isCity={isCity} />
      {groups ? <FoundGroups q={q} show={show} groups={groups} /> : <RecentPermits recent={recent ?? []} />}
    </>
  );
}
