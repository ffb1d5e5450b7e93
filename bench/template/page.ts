import type { PageData, PermitRow } from "../twins/permits-data";

/** Renders the page of permits with template strings, the same HTML as React renders. */
export const renderPage = (page: PageData): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charSet="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/><title>Permits</title><link rel="stylesheet" href="/app.css"/></head><body><main class="container mx-auto p-4 pt-16"><header class="mb-6"><h1 class="text-2xl font-semibold">Permits</h1><p class="text-gray-500">Track and manage building permits across all municipalities</p></header><div class="rounded-xl border border-gray-200 dark:border-gray-800">${filters(page)}<div class="px-4 pb-3 text-sm text-gray-500"><span role="status">${formatNumber(page.total)} results</span></div><div class="overflow-x-auto"><table class="w-full text-left text-sm"><caption class="sr-only">Permits</caption><thead class="border-y border-gray-200 dark:border-gray-800"><tr>${heading("number", "Permit Details")}${heading("city", "City")}${heading("status", "Status")}<th scope="col" class="px-4 py-2 font-medium">Assigned To</th>${heading("due", "Due Date")}<th scope="col" class="px-4 py-2 text-right font-medium">Actions</th></tr></thead><tbody>${page.rows.map(row).join("")}</tbody></table></div>${pager(page)}</div></main></body></html>`;

const filters = ({ statuses, cities }: PageData) =>
  `<form class="flex flex-wrap items-end gap-4 p-4" role="search" autoComplete="off">${field(
    "permit-search",
    "Search",
    `<input id="permit-search" type="search" placeholder="Search by provider reference or city permit number..." class="${control}" name="search"/>`,
  )}${field(
    "permit-status",
    "Status",
    `<select id="permit-status" name="status" class="${control}"><option value="all">All Status</option>${statuses.map(({ value, label }) => option(value, label)).join("")}</select>`,
  )}${field(
    "permit-city",
    "City",
    `<select id="permit-city" name="cityId" class="${control}"><option value="">All Cities</option>${cities.map(({ id, name }) => option(id, name)).join("")}</select>`,
  )}<button type="submit" class="rounded-md border border-gray-300 px-4 py-2 dark:border-gray-700">Filter</button></form>`;

const control = "w-full rounded-md border border-gray-300 px-3 py-2 dark:border-gray-700";

const field = (id: string, label: string, content: string) =>
  `<div class="grid gap-1"><label for="${id}" class="text-sm font-medium">${label}</label>${content}</div>`;

const option = (value: string | number, label: string) =>
  `<option value="${value}">${escapeText(label)}</option>`;

const heading = (sort: string, label: string) =>
  `<th scope="col" class="px-4 py-2 font-medium"><a href="/permits?sort=${sort}" class="inline-flex items-center gap-1">${label}${icons.sort}</a></th>`;

const tones: Record<string, string> = {
  green: "bg-green-100 text-green-800",
  blue: "bg-blue-100 text-blue-800",
  yellow: "bg-yellow-100 text-yellow-800",
  orange: "bg-orange-100 text-orange-800",
  red: "bg-red-100 text-red-800",
};

const small = (text: string) => `<span class="text-xs text-gray-500">${text}</span>`;

function row({ id, number, revision, details, city, status, reviewer, moreReviewers, due }: PermitRow) {
  const name = escapeText(number);
  return `<tr class="border-b border-gray-200 dark:border-gray-800"><td class="${cell}"><a href="/permits/${id}" class="font-medium">${name}${revision ? `<span class="text-gray-500"> ${escapeText(revision)}</span>` : ""}</a><div class="text-xs text-gray-500">${escapeText(details)}</div></td><td class="${cell}">${escapeText(city)}</td><td class="${cell}"><span class="rounded-full px-2 py-1 text-xs ${tones[status.tone]}">${status.label}</span></td><td class="${cell}">${reviewer ? escapeText(reviewer) : small("Unassigned")}${moreReviewers > 0 ? small(` +${moreReviewers} more`) : ""}</td><td class="${cell}"><span${due.isLate ? ' class="text-red-700"' : ""}>${due.date}</span>${due.note ? `<div class="text-xs text-gray-500">${due.note}</div>` : ""}</td><td class="px-4 py-3 text-right whitespace-nowrap">${iconLink(`/permits/${id}`, `View ${name}`, icons.eye)}${iconLink(`/permits/${id}?edit`, `Edit ${name}`, icons.pencil)}${iconLink(`/permits/${id}/assignments`, `Assign reviewers to ${name}`, icons.assign)}${iconLink(`/permits?dialog=delete&amp;id=${id}`, `Delete ${name}`, icons.trash)}</td></tr>`;
}

const cell = "px-4 py-3 align-top";

const iconLink = (address: string, label: string, icon: string) =>
  `<a href="${address}" class="inline-block p-2" aria-label="${label}">${icon}</a>`;

function pager({ rows, total, pages }: PageData) {
  const numbers = Array.from({ length: Math.min(5, pages) }, (_, index) => index + 1);
  const links = numbers.map(
    (number) =>
      `<li><a href="/permits${number === 1 ? "" : `?page=${number}`}" aria-label="Page ${number}"${number === 1 ? ' aria-current="page"' : ""}>${number}</a></li>`,
  );
  return `<nav class="flex flex-wrap justify-between gap-4 p-4 text-sm" aria-label="Pages of results"><p>Showing 1 to ${rows.length} of ${formatNumber(total)} results</p><ul class="flex gap-2"><li><span aria-disabled="true">Previous</span></li>${links.join("")}<li><a href="/permits?page=2">Next</a></li></ul></nav>`;
}

const icon = (name: string, shapes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="lucide ${name} size-4" aria-hidden="true">${shapes}</svg>`;

const icons = {
  sort: icon("lucide-chevrons-up-down", '<path d="m7 15 5 5 5-5"></path><path d="m7 9 5-5 5 5"></path>'),
  eye: icon(
    "lucide-eye",
    '<path d="M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0"></path><circle cx="12" cy="12" r="3"></circle>',
  ),
  pencil: icon(
    "lucide-pencil",
    '<path d="M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z"></path><path d="m15 5 4 4"></path>',
  ),
  assign: icon(
    "lucide-user-plus",
    '<path d="M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2"></path><circle cx="9" cy="7" r="4"></circle><line x1="19" x2="19" y1="8" y2="14"></line><line x1="22" x2="16" y1="11" y2="11"></line>',
  ),
  trash: icon(
    "lucide-trash lucide-trash-2",
    '<path d="M10 11v6"></path><path d="M14 11v6"></path><path d="M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6"></path><path d="M3 6h18"></path><path d="M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2"></path>',
  ),
};

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

const escapeText = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

const formatNumber = (value: number) => value.toLocaleString("en-US");
