import { accountEndpoints } from "~/api/accounts.server";
import { methods, query, reply } from "~/api.server";
import { readUserByEmail } from "~/models/accounts/user.server";
import { Refusal } from "~/models/refusal";
import { demoCityUser, refuseOutsideDemo } from "~/pages/demo/demo.server";
import type { Route } from "./+types/api.test-city-user";

export const loader = ({ request, url }: Route.LoaderArgs) =>
  methods(request, {
    GET: async () => {
      refuseOutsideDemo();
      query(url, accountEndpoints.testCityUser.query);
      const user = await readUserByEmail(demoCityUser);
      if (!user) throw new Refusal(404, "There is no test city user");
      return reply(accountEndpoints.testCityUser, user);
    },
  });

export const action = loader;
