import { type ChildNode, parse } from "postcss";

/** A rule with the classes and elements that each of its selectors asks for, or a block around others. */
type Part = { text: string; asked?: string[][] } | { head: string; parts: Part[] };

const conditions = new Set(["layer", "media", "supports", "container"]);

function partsOf(nodes: ChildNode[]): Part[] {
  return nodes.flatMap((node): Part[] => {
    if (node.type === "comment") return [];
    if (node.type === "rule") return [{ text: String(node), asked: node.selectors.map(namesOf) }];
    if (node.type !== "atrule" || !node.nodes) return [{ text: `${node};` }];
    if (!conditions.has(node.name)) return [{ text: String(node) }];
    return [{ head: `@${node.name} ${node.params}`, parts: partsOf(node.nodes) }];
  });
}

/**
 * The classes, with their dot, and the elements. What stands inside `:not()` and its kind is no condition,
 * or only one of several.
 */
function namesOf(selector: string): string[] {
  const plain = selector.replaceAll(/:(?:not|is|where)\([^()]*(?:\([^()]*\)[^()]*)*\)/g, "");
  const classes = [...plain.matchAll(className)].map(([, name = ""]) => `.${name.replaceAll("\\", "")}`);
  const elements =
    plain
      .replaceAll(className, "")
      .replaceAll(neitherName, "")
      .match(/[a-z][\w-]*/gi) ?? [];
  return [...classes, ...elements];
}

const className = /\.((?:[\w-]|\\.)+)/g;
/** Attributes, ids and pseudo-classes; of `:has()` the content stays, which is a condition. */
const neitherName = /\[[^\]]*\]|#[\w-]+|::?(?!has\()[\w-]+(?:\([^()]*\))?|:has/g;

/**
 * Makes of a style sheet what a page needs to be drawn: rules for classes and elements that it does not have
 * stay behind, as do custom properties that none of the others takes, and come with the whole file.
 */
export function stylesForPages(styles: string): (html: string) => string {
  const parts = partsOf(parse(styles).nodes);
  return (html) => {
    const classes = [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" "));
    const elements = [...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, name = ""]) => name);
    const present = new Set([...classes.map((name) => `.${name}`), ...elements]);
    const needed = (part: Part): string => {
      if ("text" in part) {
        const isNeeded = part.asked?.some((names) => names.every((name) => present.has(name))) ?? true;
        return isNeeded ? part.text : "";
      }
      const inner = part.parts.map(needed).join("");
      return inner && `${part.head}{${inner}}`;
    };
    return withoutUnused(parts.map(needed).join(""), html);
  };
}

/** Leaves out the custom properties that nothing takes; one may be taken by another alone. */
function withoutUnused(styles: string, html: string): string {
  const used = new Set([...takenIn(styles), ...takenIn(html)]);
  const kept = styles.replaceAll(customProperty, (text, name) => (used.has(name) ? text : ""));
  return kept === styles ? styles : withoutUnused(kept, html);
}

const takenIn = (text: string) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);
const customProperty = /(--(?<=[{;]--)[\w-]+):[^;{}]*;?/g;
