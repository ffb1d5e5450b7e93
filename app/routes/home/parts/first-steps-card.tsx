import type { ReactNode } from "react";
import { Link } from "react-router";
import type { FirstSteps } from "~/models/dashboard/first-steps.server";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";

/** What leads an administrator to the first permit of an installation. */
export const FirstStepsCard = ({ done }: { done: FirstSteps }) => (
  <Card title="First steps" flush>
    <ol className="lines steps">
      <Step isDone={done.mail} link={<a href="/help/settings#email">Set up email</a>}>
        {done.mail
          ? "Emails are sent through your mail server."
          : "Emails are not sent yet: set SMTP_URL and MAIL_FROM, and restart Redline. Until then, pass on links by hand."}
      </Step>
      <Step isDone={done.city} link={<Link to="/cities/new">Add a city</Link>}>
        Each permit belongs to a city, and its code begins the permit's number.
      </Step>
      <Step isDone={done.reviewer} link={<Link to="/employees/new">Add a plan reviewer</Link>}>
        Reviews are assigned to employees, in the disciplines that they are certified in.
      </Step>
      <Step isDone={done.library} isOptional link={<Link to="/standard-comments">Fill the library</Link>}>
        Reviewers write corrections from standard comments: import samples, or your own.
      </Step>
      <Step isDone={false} link={<Link to="/permits/new">Create the first permit</Link>}>
        {done.city ? "Or the users of a city submit it in their portal." : "Add a city first."}
      </Step>
    </ol>
  </Card>
);

type StepProps = { isDone: boolean; isOptional?: boolean; link: ReactNode; children: ReactNode };

const Step = ({ isDone, isOptional, link, children }: StepProps) => (
  <li>
    <span>
      {link}
      <span className="small block">{children}</span>
    </span>
    <Badge tone={isDone ? "green" : "grey"}>{isDone ? "Done" : isOptional ? "Optional" : "To do"}</Badge>
  </li>
);
