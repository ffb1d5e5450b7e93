import type { CorrectionKind } from "~/models/corrections/correction";
import { kindLabel } from "~/ui/corrections/correction-lines";

type OpenItem = { id: number; number: string; kind: CorrectionKind; text: string; isCut: boolean };

export function OpenItems({ open }: { open: OpenItem[] }) {
  if (open.length === 0) return <p>Nothing is open.</p>;
  return (
    <section className="stack">
      <h3>Open ({open.length})</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: Safari scrolls a list with keys only while it has the focus */}
      <ul className="open-items" tabIndex={0}>
        {open.map(({ id, number, kind, text, isCut }) => (
          <li key={id}>
            <b className="correction-number">{number}</b> {kindLabel(kind) && `${kindLabel(kind)}: `}
            {text}
            {isCut && "…"}
          </li>
        ))}
      </ul>
    </section>
  );
}
