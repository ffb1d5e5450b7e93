import { Badge } from "./badge";

export function DisciplineBadges({ disciplines }: { disciplines: readonly string[] }) {
  return (
    <span className="row">
      {disciplines.map((discipline) => (
        <Badge key={discipline} tone="blue" plain>
          {discipline}
        </Badge>
      ))}
    </span>
  );
}
