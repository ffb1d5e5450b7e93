import { useLocation } from "react-router";

/** The page's own address with what it is filtered by and which comments it shows, and with more or less. */
export function useDiscussionAddress() {
  const { pathname, search } = useLocation();
  return (parameters: Record<string, string | undefined>) => {
    const present = new URLSearchParams(search);
    const query = new URLSearchParams();
    for (const name of ["discipline", "reviewCycle", "before"]) {
      const value = present.get(name);
      if (value) query.set(name, value);
    }
    for (const [name, value] of Object.entries(parameters)) {
      if (value === undefined) query.delete(name);
      else query.set(name, value);
    }
    return query.size > 0 ? `${pathname}?${query}` : pathname;
  };
}
