import type { MarkedToken, Token, Tokens } from "marked";
import type { ReactNode } from "react";
import { Card } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";
import { RowsTable } from "~/ui/table";
import type { HelpDocument } from "./help-documents.server";

type HelpPageProps = { document: HelpDocument; pages: { to: string; label: string }[] };

export const HelpPage = ({ document: { title, introduction, sections }, pages }: HelpPageProps) => (
  <div className="help">
    <PageHeader
      title={title}
      documentTitle={`${title} - Help`}
      actions={pages.map(({ to, label }) => (
        <a key={to} href={to} className="button">
          {label}
        </a>
      ))}
    />
    {sections.length > 1 && (
      <div className="card card-body stack">
        <Parts of={introduction} />
        <nav className="row" aria-label="On this page">
          {sections.map(({ title }) => (
            <a key={title} href={`#${anchorOf(title)}`}>
              {title}
            </a>
          ))}
        </nav>
      </div>
    )}
    {sections.map(({ title, tokens }) => (
      <Card key={title} title={title} id={anchorOf(title)}>
        <Parts of={tokens} />
      </Card>
    ))}
  </div>
);

/** As the documents' own links write it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\d\s_-]/gu, "")
    .replaceAll(" ", "-");

const Parts = ({ of = [] }: { of?: Token[] }) =>
  of.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a document do not change their order
    <Part key={index} token={token as MarkedToken} />
  ));

const elements = { strong: "strong", em: "em", paragraph: "p" } as const;

function Part({ token }: { token: MarkedToken }): ReactNode {
  switch (token.type) {
    case "space":
      return null;
    case "text":
    case "escape":
      return "tokens" in token && token.tokens ? <Parts of={token.tokens} /> : token.text;
    case "codespan":
      return <code>{token.text}</code>;
    case "link":
      return token.href === "" ? (
        <Parts of={token.tokens} />
      ) : (
        <a href={token.href}>
          <Parts of={token.tokens} />
        </a>
      );
    case "image":
      return <img src={token.href} alt={token.text} />;
    case "strong":
    case "em":
    case "paragraph": {
      const Element = elements[token.type];
      return (
        <Element>
          <Parts of={token.tokens} />
        </Element>
      );
    }
    case "heading":
      return (
        <h3 id={anchorOf(token.text)}>
          <Parts of={token.tokens} />
        </h3>
      );
    case "list":
      return <List list={token} />;
    case "table":
      return <DocumentTable table={token} />;
    default:
      throw new Error(`Help shows no ${token.type}`);
  }
}

const List = ({ list: { ordered, items } }: { list: Tokens.List }) => {
  const Element = ordered ? "ol" : "ul";
  return (
    <Element>
      {items.map(({ raw, tokens }) => (
        <li key={raw}>
          <Parts of={tokens} />
        </li>
      ))}
    </Element>
  );
};

function DocumentTable({ table: { header, rows } }: { table: Tokens.Table }) {
  const columns = header.map(({ text }, index) => [`column${index}`, { heading: text }] as const);
  const cells = header.map((_, index) => [
    `column${index}`,
    (row: { cells: Tokens.TableCell[] }) => (
      <div className="min-w-0">
        <Parts of={row.cells[index]?.tokens} />
      </div>
    ),
  ]);
  return (
    <RowsTable
      caption={header.map(({ text }) => text).join(", ")}
      columns={Object.fromEntries(columns)}
      cells={Object.fromEntries(cells)}
      rows={rows.map((cells, id) => ({ id, cells }))}
      rowHeading="column0"
    />
  );
}
