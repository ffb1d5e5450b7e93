import { type ChildNode, parse } from "postcss";
import { remember } from "../remember";

/** A rule with the classes, elements and attributes that each of its selectors requires, or a block of other parts. */
type Part =
  | { text: string }
  | { selectors: { text: string; required: string[] }[]; block: string }
  | { head: string; parts: Part[] };

const groupingRules = new Set(["layer", "media", "supports", "container"]);

function partsOf(nodes: ChildNode[]): Part[] {
  return nodes.flatMap((node): Part[] => {
    if (node.type === "comment") return [];
    if (node.type === "rule") {
      const selectors = node.selectors.map((text) => ({ text, required: namesOf(text) }));
      return [{ selectors, block: String(node).slice(node.selector.length) }];
    }
    if (node.type !== "atrule" || !node.nodes) return [{ text: `${node};` }];
    // The style sheet for printing is loaded with the page.
    if (node.name === "page" || (node.name === "media" && node.params === "print")) return [];
    if (!groupingRules.has(node.name)) return [{ text: String(node) }];
    return [{ head: `@${node.name} ${node.params}`, parts: partsOf(node.nodes) }];
  });
}

/**
 * An attribute is of accessibility or data, or the type of a field: browsers set others, such as `open`, themselves.
 * `:not()`, `:is()` and `:where()` require nothing.
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
  return [...classes, ...elements, ...attributesIn(conjunction, inSelector), ...fieldOf(selector)];
}

const inSelector = /\[((?:aria|data)-[\w-]+|type="?\w+)/g;
const inHtml = /\s((?:aria|data)-[\w-]+(?==")|type="\w+)/g;

const attributesIn = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, name = ""]) => `[${name.replace('"', "")}]`);

const className = /\.((?:[\w-]|\\.)+)/g;
const otherSelectors = /\[[^\]]*\]|#[\w-]+|::?(?!has\()[\w-]+(?:\([^()]*\))?|:has/g;

function fieldOf(selector: string): string[] {
  if (/::file-selector/.test(selector)) return ["[type=file]"];
  return /^::-webkit-(?:calendar|date|search|inner-spin|outer-spin)/.test(selector) ? ["input"] : [];
}

const keptResults = 200;

export function criticalCssOf(styles: string): (html: string) => string {
  const parts = partsOf(parse(styles).nodes);
  const stylesFor = remember(keptResults, (text) => {
    const names = new Set(text.split(" "));
    return withoutUnused(withoutUnusedProperties(rulesFor(names, parts), names));
  });
  return (html) => stylesFor([...namesIn(html)].sort().join(" "));
}

function namesIn(html: string): Set<string> {
  const lists = new Set(Array.from(html.matchAll(/\sclass="([^"]*)"/g), ([, names = ""]) => names));
  // A hidden field has no styles.
  const elements = Array.from(
    html.matchAll(/<(?!input type="hidden")([a-z][\w-]*)/gi),
    ([, name = ""]) => name,
  );
  const classes = [...lists].flatMap((names) => names.split(" ").map((name) => `.${name}`));
  return new Set([...classes, ...elements, ...attributesIn(html, inHtml), ...propertiesUsedIn(html)]);
}

function rulesFor(present: Set<string>, parts: Part[]): string {
  const render = (part: Part): string => {
    if ("text" in part) return part.text;
    if ("block" in part) {
      const used = part.selectors.filter(({ required }) => required.every((name) => present.has(name)));
      return used.length > 0 ? `${used.map(({ text }) => text).join(",")}${part.block}` : "";
    }
    const inner = part.parts.map(render).join("");
    return inner && `${part.head}{${inner}}`;
  };
  return parts.map(render).join("");
}

/** Repeats it, since a property may be used only by another that was removed. */
function withoutUnusedProperties(styles: string, names: Set<string>): string {
  const used = new Set([...propertiesUsedIn(styles), ...names]);
  const remaining = styles.replaceAll(customProperty, (text, name) => (used.has(name) ? text : ""));
  return remaining === styles ? styles : withoutUnusedProperties(remaining, names);
}

function withoutUnused(styles: string): string {
  const properties = propertiesUsedIn(styles);
  const animations = (styles.match(/animation(?:-name)?:[^;}]+/g) ?? []).join(" ").split(/[\s,]+/);
  const remaining = styles
    .replaceAll(/@property (--[\w-]+)\s*\{[^{}]*\}/g, (text, name) => (properties.has(name) ? text : ""))
    .replaceAll(keyframes, (text, name) => (animations.includes(name) ? text : ""))
    .replaceAll(/[^{};]+\{\s*\}/g, "");
  return remaining === styles ? styles : withoutUnused(remaining);
}

const propertiesUsedIn = (text: string) =>
  new Set(Array.from(text.matchAll(/var\((--[\w-]+)/g), ([, name = ""]) => name));
const keyframes = /@keyframes ([\w-]+)\s*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g;
const customProperty = /(--(?<=[{;]--)[\w-]+):[^;{}]*;?/g;
