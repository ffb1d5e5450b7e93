import { initials, type Person } from "~/models/person";

/** Decorative, since the person's name is always next to it or in the label of its control. */
export function Avatar({ person, size = 40 }: { person: Person; size?: number }) {
  if (person.profileImageUrl) {
    return <img className="avatar" src={person.profileImageUrl} alt="" width={size} height={size} />;
  }
  return (
    <svg className="avatar" width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <text x="20" y="20" dy=".35em" textAnchor="middle" fill="currentColor">
        {initials(person)}
      </text>
    </svg>
  );
}
