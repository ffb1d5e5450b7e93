import { type Agent, type RequestOptions, request } from "node:http";

export type Reply = { status: number; milliseconds: number; bytes: number; text: string };

type Sent = {
  agent?: Agent;
  cookie?: string;
  method?: string;
  headers?: Record<string, string>;
  /** Pieces of the body, which are written one after another. */
  body?: (string | Buffer)[];
  /** Keeps the text of the response. */
  isRead?: boolean;
  signal?: AbortSignal;
};

/** Sends a request and reads the response to its end, which is when its time ends. */
export function send(url: string, sent: Sent = {}): Promise<Reply> {
  const { agent, cookie = "", method = "GET", headers, body = [], isRead = false, signal } = sent;
  const all = { cookie, "accept-encoding": isRead ? "identity" : "br", ...headers };
  const options: RequestOptions = { agent, method, headers: all, signal };
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const message = request(url, options, (response) => {
      let bytes = 0;
      const pieces: Buffer[] = [];
      response
        .on("data", (piece: Buffer) => {
          bytes += piece.length;
          if (isRead) pieces.push(piece);
        })
        .on("error", reject)
        .on("end", () => {
          const milliseconds = performance.now() - start;
          resolve({
            status: response.statusCode ?? 0,
            milliseconds,
            bytes,
            text: Buffer.concat(pieces).toString(),
          });
        });
    }).on("error", reject);
    for (const piece of body) message.write(piece);
    message.end();
  });
}

/** Signs a user in and returns the session cookie. All users of the data have the same password. */
export async function signIn(origin: string, email: string): Promise<string> {
  const response = await fetch(`${origin}/login`, {
    method: "POST",
    body: new URLSearchParams({ email, password: "redline-demo" }),
    redirect: "manual",
  });
  const cookie = response.headers.getSetCookie().find((header) => header.startsWith("session="));
  if (response.status !== 302 || !cookie) throw new Error(`${email} cannot sign in: ${response.status}`);
  return cookie.split(";")[0] ?? "";
}

/** Signs a user in and returns the cookies of a browser that has fetched the style sheet. */
export async function signInAsBrowser(origin: string, email: string): Promise<string> {
  const session = await signIn(origin, email);
  const page = await fetch(`${origin}/profile`, { headers: { cookie: session } });
  await page.body?.cancel();
  return [session, ...page.headers.getSetCookie().map((cookie) => cookie.split(";")[0])].join("; ");
}
