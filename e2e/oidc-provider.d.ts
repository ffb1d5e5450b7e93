/** The parts of oidc-provider that the journeys use; its own types require those of Koa. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export type Context = {
    path: string;
    body: Record<string, unknown>;
    oidc: { client: { clientId: string }; session: { accountId: string }; provider: Provider };
  };

  export type Grant = { addOIDCScope: (scope: string) => void; save: () => Promise<string> };

  export default class Provider {
    constructor(issuer: string, configuration: object);
    Grant: new (of: {
      clientId: string;
      accountId: string;
    }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
