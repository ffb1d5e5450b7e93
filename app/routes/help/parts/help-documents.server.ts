import { lexer, type Token, type Tokens, type TokensList, walkTokens } from "marked";
import { allow, hasOwnPortal, may, type Viewer } from "~/models/policy";
import glossary from "../../../../docs/glossary.md?raw";
import guide from "../../../../docs/plan-check.md?raw";
import settings from "../../../../docs/settings.md?raw";

/** The tokens of Markdown, between its headings of the second level. */
export type HelpSection = { title: string; tokens: Token[] };
export type HelpDocument = { title: string; introduction: Token[]; sections: HelpSection[] };

const folder = "../../../../docs/";

const pictures = import.meta.glob<string>(["../../../../docs/*.png", "!../../../../docs/redline.png"], {
  eager: true,
  query: "?url",
  import: "default",
});

const pages: Record<string, string> = {
  "plan-check.md": "/help",
  "glossary.md": "/help/glossary",
  "settings.md": "/help/settings",
};

function readDocument(text: string): HelpDocument {
  const tokens = lexer(text);
  walkTokens(tokens, (token) => {
    if (token.type === "link") token.href = addressOf(token.href);
    if (token.type === "image") token.href = pictures[folder + token.href] ?? "";
  });
  return documentOf(tokens);
}

/** Empty for a document that is no page, and is not linked. */
function addressOf(href: string): string {
  const [file = "", anchor] = href.split("#");
  if (file === "" || URL.canParse(href)) return href;
  const page = pages[file];
  return page ? [page, anchor].filter((part) => part !== undefined).join("#") : "";
}

function documentOf(tokens: TokensList): HelpDocument {
  const found: HelpDocument = { title: "", introduction: [], sections: [] };
  for (const token of tokens) {
    if (isHeading(token, 1)) found.title = token.text;
    else if (isHeading(token, 2)) found.sections.push({ title: token.text, tokens: [] });
    else (found.sections.at(-1)?.tokens ?? found.introduction).push(token);
  }
  return found;
}

const isHeading = (token: Token, depth: number): token is Tokens.Heading =>
  token.type === "heading" && token.depth === depth;

const sectionOf = ({ sections }: HelpDocument, title: string) =>
  sections.filter((section) => section.title === title);

/** A city reads its own part. */
export function planCheckGuide(viewer: Viewer): HelpDocument {
  allow(viewer, "help.read");
  const document = readDocument(guide);
  return hasOwnPortal(viewer)
    ? { ...document, introduction: [], sections: sectionOf(document, "A city's day") }
    : document;
}

/** The words of the field, without those of the code. */
export function glossaryOfField(viewer: Viewer): HelpDocument {
  allow(viewer, "help.read");
  const document = readDocument(glossary);
  const sections = sectionOf(document, "The field").map(({ title, tokens }) => ({
    title,
    tokens: tokens.map((token) => (token.type === "table" ? withColumns(token as Tokens.Table, 2) : token)),
  }));
  return { ...document, introduction: [], sections };
}

const withColumns = (table: Tokens.Table, count: number): Tokens.Table => ({
  ...table,
  header: table.header.slice(0, count),
  rows: table.rows.map((row) => row.slice(0, count)),
});

export function settingsGuide(viewer: Viewer): HelpDocument {
  allow(viewer, "help.read-settings");
  return readDocument(settings);
}

/** The help pages that the viewer may read. */
export function helpPages(viewer: Viewer) {
  const links = [
    { to: "/help", label: "Plan check" },
    { to: "/help/glossary", label: "Glossary" },
  ];
  return may(viewer, "help.read-settings") ? [...links, { to: "/help/settings", label: "Settings" }] : links;
}
