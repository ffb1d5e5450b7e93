import { useContext } from "react";
import { KeptFormContext } from "./page-context";

/** What forms send along without anybody having typed it. */
const isUntyped = (name: string) =>
  /^(formKey|seen|updatedAt|keptFiles|suggested.*|returnTo|.*Id)$/.test(name);

/** 'Project description' for `projectDescription`. */
const labelOf = (name: string) => {
  const words = name
    .replace(/[[\].]+/g, " ")
    .replace(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What somebody typed before the session ended, when the form itself is refused: to be copied from here. */
export function TypedText() {
  const typed = useContext(KeptFormContext).typed?.filter(
    ([name, value]) => value !== "" && !isUntyped(name),
  );
  if (!typed || typed.length === 0) return null;
  return (
    <>
      <p>You were signed out before this was sent. What you typed:</p>
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
