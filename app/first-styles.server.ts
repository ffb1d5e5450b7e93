import { type ChildNode, parse } from "postcss";

/** A rule with the classes that each of its selectors asks for, or a block around others. */
type Part = { text: string; asked?: string[][] } | { head: string; parts: Part[] };

const conditions = new Set(["layer", "media", "supports", "container"]);

function partsOf(nodes: ChildNode[]): Part[] {
  return nodes.flatMap((node): Part[] => {
    if (node.type === "comment") return [];
    if (node.type === "rule") return [{ text: String(node), asked: node.selectors.map(classesOf) }];
    if (node.type !== "atrule" || !node.nodes) return [{ text: `${node};` }];
    if (!conditions.has(node.name)) return [{ text: String(node) }];
    return [{ head: `@${node.name} ${node.params}`, parts: partsOf(node.nodes) }];
  });
}

/** What stands inside `:not()` and its kind is no condition, or only one of several. */
function classesOf(selector: string): string[] {
  const plain = selector.replaceAll(/:(?:not|is|where)\([^()]*(?:\([^()]*\)[^()]*)*\)/g, "");
  return [...plain.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name = ""]) => name.replaceAll("\\", ""));
}

/**
 * Makes of a style sheet what a page needs to be drawn: rules for classes that it does not have stay
 * behind, and come with the whole file.
 */
export function stylesForPages(styles: string): (html: string) => string {
  const parts = partsOf(parse(styles).nodes);
  return (html) => {
    const present = new Set(
      [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" ")),
    );
    const needed = (part: Part): string => {
      if ("text" in part) {
        const isNeeded = part.asked?.some((classes) => classes.every((name) => present.has(name))) ?? true;
        return isNeeded ? part.text : "";
      }
      const inner = part.parts.map(needed).join("");
      return inner && `${part.head}{${inner}}`;
    };
    return parts.map(needed).join("");
  };
}
