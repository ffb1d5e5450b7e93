import { methods, query, reply } from "~/api.server";
import { sessionCalls } from "~/calls/session.server";
import { refuseOutsideDemo, testCityUser } from "~/demo.server";
import { Refusal } from "~/models/refusal";
import { readUserByEmail } from "~/models/user.server";
import type { Route } from "./+types/api.test-city-user";

export const loader = ({ request, url }: Route.LoaderArgs) =>
  methods(request, {
    GET: async () => {
      refuseOutsideDemo();
      query(url, sessionCalls.testCityUser.query);
      const user = await readUserByEmail(testCityUser);
      if (!user) throw new Refusal(404, "There is no test city user");
      return reply(sessionCalls.testCityUser, user);
    },
  });

export const action = loader;
