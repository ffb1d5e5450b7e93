import { useContext } from "react";
import { PageContext } from "./page-context";

const isTechnical = (name: string) =>
  /^(formKey|seen|updatedAt|keptFiles|suggested.*|returnTo|.*Id)$/.test(name);

/** Returns a label such as 'Project description' for `projectDescription`. */
const labelOf = (name: string) => {
  const words = name
    .replace(/[[\].]+/g, " ")
    .replace(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export function UnsentEntries() {
  const typed = useContext(PageContext).typedFields?.filter(
    ([name, value]) => value !== "" && !isTechnical(name),
  );
  if (!typed || typed.length === 0) return null;
  return (
    <>
      <p>You were signed out before this was sent. Copy your entries if you still need them:</p>
      <dl>
        {typed.map(([name, value]) => (
          <div key={`${name} ${value}`}>
            <dt>{labelOf(name)}</dt>
            <dd className="whitespace-pre-wrap">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
