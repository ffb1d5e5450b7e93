import { failures } from "~/models/failures";
import { ManyForm } from "~/ui/many-form";

export const PayFees = ({ cityId }: { cityId: number }) => (
  <ManyForm
    nouns="fees"
    list={`/cities/${cityId}#fees`}
    failure={failures.updateFees}
    changes={{ paid: { title: "Mark fees as paid", submit: "Mark Paid" } }}
  />
);
