import { createElement, type ReactNode } from "react";

/** The level of a letter's own heading: 1 if it is the heading of its page. */
export type LetterLevel = 1 | 2;

type HeadingProps = { level: LetterLevel; children: ReactNode };

const heading =
  (className: string, levelsBelow: number) =>
  ({ level, children }: HeadingProps) =>
    createElement(`h${level + levelsBelow}`, { className }, children);

export const LetterTitle = heading("letter-title", 0);
export const PartHeading = heading("letter-part", 1);
export const ListHeading = heading("letter-list", 2);
