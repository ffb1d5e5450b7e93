import type { ReactNode } from "react";

/** The level of a letter's own heading: 1 if it is the heading of its page. */
export type LetterLevel = 1 | 2;

type HeadingProps = { level: LetterLevel; children: ReactNode };

export function LetterTitle({ level, children }: HeadingProps) {
  const Title = level === 1 ? "h1" : "h2";
  return <Title className="letter-title">{children}</Title>;
}

export function PartHeading({ level, children }: HeadingProps) {
  const Heading = level === 1 ? "h2" : "h3";
  return <Heading className="letter-part">{children}</Heading>;
}

export function ListHeading({ level, children }: HeadingProps) {
  const Heading = level === 1 ? "h3" : "h4";
  return <Heading className="letter-list">{children}</Heading>;
}
