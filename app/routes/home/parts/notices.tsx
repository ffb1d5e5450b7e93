import { Link } from "react-router";
import type { Notice } from "~/models/notices/notice";
import { Card } from "~/ui/card";

export function Notices({ notices }: { notices: Notice[] }) {
  if (notices.length === 0) return null;
  return (
    <Card title="Notices" flush>
      <ul className="lines">
        {notices.map(({ text, link }) => (
          <li key={text} className="stacked">
            <span className="wide wrap-anywhere">{text}</span>
            {link && (
              <Link to={link.to} className="small">
                {link.label}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
