import { lexer, type Token, type Tokens, type TokensList, walkTokens } from "marked";
import { allow, type Capability, hasOwnPortal, may, type Viewer } from "~/models/policy";
import { notFound } from "~/models/refusal";
import { remember } from "~/platform/remember";
import glossary from "../../../../docs/glossary.md?raw";
import guide from "../../../../docs/plan-check.md?raw";
import settings from "../../../../docs/settings.md?raw";

/** The tokens of Markdown, between its headings of the second level. */
type HelpSection = { title: string; tokens: Token[] };
export type HelpDocument = { title: string; introduction: Token[]; sections: HelpSection[] };

const folder = "../../../../docs/";

const pictures = import.meta.glob<string>(["../../../../docs/*.png", "!../../../../docs/redline.png"], {
  eager: true,
  query: "?url",
  import: "default",
});

const readDocument = remember(3, (text: string): HelpDocument => {
  const tokens = lexer(text);
  walkTokens(tokens, (token) => {
    if (token.type === "link") token.href = addressOf(token.href);
    if (token.type === "image") token.href = pictures[folder + token.href] ?? "";
  });
  return documentOf(tokens);
});

/** Empty for a document that is no page, and is not linked. */
function addressOf(href: string): string {
  const [file = "", anchor] = href.split("#");
  if (file === "" || URL.canParse(href)) return href;
  const to = pages.find((page) => page.file === file)?.to;
  return to ? [to, anchor].filter((part) => part !== undefined).join("#") : "";
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

const sectionsOf = ({ sections }: HelpDocument, ...titles: string[]) =>
  sections.filter(({ title }) => titles.includes(title));

/** A city reads its own part, and how to sign in. */
function guideFor(viewer: Viewer): HelpDocument {
  const document = readDocument(guide);
  return hasOwnPortal(viewer)
    ? {
        ...document,
        introduction: [],
        sections: sectionsOf(document, "A city's day", "Signing in with a code"),
      }
    : document;
}

/** The words of the field, without those of the code. */
function glossaryOfField(): HelpDocument {
  const document = readDocument(glossary);
  const sections = sectionsOf(document, "The field").map(({ title, tokens }) => ({
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

type Page = {
  file: string;
  to: string;
  label: string;
  capability: Capability;
  read: (viewer: Viewer) => HelpDocument;
};

const pages: Page[] = [
  { file: "plan-check.md", to: "/help", label: "Plan check", capability: "help.read", read: guideFor },
  {
    file: "glossary.md",
    to: "/help/glossary",
    label: "Glossary",
    capability: "help.read",
    read: glossaryOfField,
  },
  {
    file: "settings.md",
    to: "/help/settings",
    label: "Settings",
    capability: "help.read-settings",
    read: () => readDocument(settings),
  },
];

/** Of `/help`, or of the page below it. */
export function helpDocument(viewer: Viewer, name?: string): HelpDocument {
  const page = pages.find(({ to }) => to === addressOfPage(name));
  if (!page) throw notFound("Help page");
  allow(viewer, page.capability);
  return page.read(viewer);
}

const addressOfPage = (name?: string): string => (name === undefined ? "/help" : `/help/${name}`);

/** The other pages that the viewer may read. */
export const helpPages = (viewer: Viewer, name?: string) =>
  pages
    .filter(({ to, capability }) => to !== addressOfPage(name) && may(viewer, capability))
    .map(({ to, label }) => ({ to, label }));
