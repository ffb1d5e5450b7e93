import { type ChildNode, parse } from "postcss";

/** A rule with the classes and elements that each of its selectors needs, or a block around other parts. */
type Part = { text: string; required?: string[][] } | { head: string; parts: Part[] };

const groupingRules = new Set(["layer", "media", "supports", "container"]);

function partsOf(nodes: ChildNode[]): Part[] {
  return nodes.flatMap((node): Part[] => {
    if (node.type === "comment") return [];
    if (node.type === "rule") return [{ text: String(node), required: node.selectors.map(namesOf) }];
    if (node.type !== "atrule" || !node.nodes) return [{ text: `${node};` }];
    if (!groupingRules.has(node.name)) return [{ text: String(node) }];
    return [{ head: `@${node.name} ${node.params}`, parts: partsOf(node.nodes) }];
  });
}

/**
 * Returns the classes, with their dot, and the elements that a selector needs. The content of `:not()`,
 * `:is()` and `:where()` is ignored: it excludes, or lists alternatives.
 */
function namesOf(selector: string): string[] {
  const conjunction = selector.replaceAll(/:(?:not|is|where)\([^()]*(?:\([^()]*\)[^()]*)*\)/g, "");
  const classes = [...conjunction.matchAll(className)].map(
    ([, name = ""]) => `.${name.replaceAll("\\", "")}`,
  );
  const elements =
    conjunction
      .replaceAll(className, "")
      .replaceAll(otherSelectors, "")
      .match(/[a-z][\w-]*/gi) ?? [];
  return [...classes, ...elements];
}

const className = /\.((?:[\w-]|\\.)+)/g;
/** Attributes, ids and pseudo-classes; the content of `:has()` stays, since it is a condition. */
const otherSelectors = /\[[^\]]*\]|#[\w-]+|::?(?!has\()[\w-]+(?:\([^()]*\))?|:has/g;

/**
 * Parses a style sheet once, and returns a function from a page's HTML to its critical CSS: without rules for
 * classes and elements that the page does not have, and without custom properties that nothing left uses.
 */
export function criticalCssOf(styles: string): (html: string) => string {
  const parts = partsOf(parse(styles).nodes);
  return (html) => {
    const classes = [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" "));
    const elements = [...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, name = ""]) => name);
    const present = new Set([...classes.map((name) => `.${name}`), ...elements]);
    const render = (part: Part): string => {
      if ("text" in part) {
        const applies = part.required?.some((names) => names.every((name) => present.has(name))) ?? true;
        return applies ? part.text : "";
      }
      const inner = part.parts.map(render).join("");
      return inner && `${part.head}{${inner}}`;
    };
    return withoutUnusedProperties(parts.map(render).join(""), html);
  };
}

/** Removes custom properties that nothing uses, until none is left: one may be used by another alone. */
function withoutUnusedProperties(styles: string, html: string): string {
  const used = new Set([...propertiesUsedIn(styles), ...propertiesUsedIn(html)]);
  const remaining = styles.replaceAll(customProperty, (text, name) => (used.has(name) ? text : ""));
  return remaining === styles ? styles : withoutUnusedProperties(remaining, html);
}

const propertiesUsedIn = (text: string) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);
const customProperty = /(--(?<=[{;]--)[\w-]+):[^;{}]*;?/g;
