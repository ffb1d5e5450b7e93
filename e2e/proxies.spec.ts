import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import Database from "better-sqlite3";
import { deploymentPrograms, isLeftOut } from "../scripts/deployment-programs";
import { type ProxyProcess, startProxyProcess } from "../scripts/proxy-process";
import { freePort, startFreshServer } from "../scripts/test-server";
import { demoAccounts, expect, formOf, test, validPermit } from "./journey";
import { signIn } from "./sign-in";

test.use({ data: "read-only" });

const fileBytes = 300 * 1024 * 1024;

/** The ports of the proxy with and without TLS, and of Redline. */
type Ports = { tls: number; plain: number; redline: number };

type Start = (folder: string, ports: Ports) => Promise<ProxyProcess>;

/** Returns an example of deploy/ for this machine: only names, ports and paths are other ones. */
async function example(name: string, { tls, plain, redline }: Ports, folder: string): Promise<string> {
  const text = await readFile(join("deploy", name), "utf8");
  return text
    .replace(/\/etc\/letsencrypt\/live\/[^/]+/g, folder)
    .replaceAll("permits.example.gov", "localhost")
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${redline}`)
    .replace(/^( *listen (?:\[::\]:)?)80\b/gm, `$1${plain}`)
    .replace(/^( *listen (?:\[::\]:)?)443\b/gm, `$1${tls}`);
}

const proxies: Record<"Caddy" | "nginx", Start> = {
  async Caddy(folder, ports) {
    const file = join(folder, "Caddyfile");
    const settings = `{
  admin off
  http_port ${ports.plain}
  https_port ${ports.tls}
  skip_install_trust
}
`;
    await writeFile(file, settings + (await example("Caddyfile", ports, folder)));
    const environment = { PATH: process.env.PATH, HOME: folder };
    return startProxyProcess(
      deploymentPrograms.Caddy,
      ["run", "--config", file, "--adapter", "caddyfile"],
      ports.tls,
      environment,
    );
  },
  async nginx(folder, ports) {
    const [key, certificate] = [join(folder, "privkey.pem"), join(folder, "fullchain.pem")];
    const subject = ["-subj", "/CN=localhost", "-days", "2", "-nodes", "-newkey", "rsa:2048"];
    execFileSync("openssl", ["req", "-x509", ...subject, "-keyout", key, "-out", certificate], {
      stdio: "ignore",
    });
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (kind) => `${kind}_temp_path ${join(folder, kind)};`,
    );
    const file = join(folder, "nginx.conf");
    await writeFile(
      file,
      `daemon off; user root; pid ${join(folder, "pid")}; error_log stderr; events {}
http { access_log off; ${temporary.join(" ")}
${await example("nginx.conf", ports, folder)}
}`,
    );
    return startProxyProcess(deploymentPrograms.nginx, ["-e", "stderr", "-c", file], ports.tls);
  },
};

/** The sizes of the plan files with this SHA-256. */
function storedAs(hash: string, dataFolder: string): unknown[] {
  const database = new Database(join(dataFolder, "redline.db"), { readonly: true });
  try {
    return database.prepare("select byte_size from plan_files where sha256 = ?").pluck().all(hash);
  } finally {
    database.close();
  }
}

const boundary = "----plan";

/** A form with a plan file of 300 MB, which is never in memory as a whole. */
function formWithPlan() {
  const hash = createHash("sha256");
  const block = randomBytes(1024 * 1024);
  const field = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
  function* parts() {
    yield Buffer.from(`${field("reviewCycle")}\r\n\r\nPC1\r\n`);
    yield Buffer.from(`${field("files")}; filename="A-001.pdf"\r\nContent-Type: application/pdf\r\n\r\n`);
    for (let sent = 0; sent < fileBytes; sent += block.length) {
      const bytes = sent === 0 ? Buffer.concat([Buffer.from("%PDF-1.7\n"), block.subarray(9)]) : block;
      hash.update(bytes);
      yield bytes;
    }
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  return { stream: Readable.from(parts()), hash: () => hash.digest("hex") };
}

async function upload(address: string, cookie: string) {
  const { stream, hash } = formWithPlan();
  const sending = request(address, {
    method: "POST",
    rejectUnauthorized: false,
    headers: { Cookie: cookie, "Content-Type": `multipart/form-data; boundary=${boundary}` },
  });
  const received = new Promise<IncomingMessage>((resolve, reject) =>
    sending.once("response", resolve).once("error", reject),
  );
  const [response] = await Promise.all([received, pipeline(stream, sending)]);
  response.resume();
  return { status: response.statusCode, hash: hash() };
}

for (const name of ["Caddy", "nginx"] as const) {
  test(`behind ${name}, as in deploy/, a form and a plan file of 300 MB arrive through TLS`, async ({
    playwright,
  }) => {
    test.skip(isLeftOut(name), `${name} is not installed`);
    const folder = await mkdtemp(join(tmpdir(), "redline-proxy-"));
    const [tls, plain, redline] = await Promise.all([freePort(), freePort(), freePort()]);
    const origin = `https://localhost:${tls}`;
    const server = await startFreshServer(process.env.E2E_TEMPLATE, {
      PORT: String(redline),
      ORIGIN: origin,
      TRUSTED_PROXY: "127.0.0.1",
      MAX_UPLOAD_MB: "400",
    });
    try {
      const proxy = await proxies[name](folder, { tls, plain, redline });
      const client = await playwright.request.newContext({ baseURL: origin, ignoreHTTPSErrors: true });
      try {
        await signIn({ request: client }, demoAccounts.admin);
        const multipart = formOf({ ...validPermit, projectName: name }, []);
        const created = await client.post("/permits/new", { multipart, maxRedirects: 0 });
        expect(created.status()).toBe(302);
        expect(created.headers()).toMatchObject({
          "redline-reference": expect.stringMatching(/^[0-9a-f]{8}$/),
          "strict-transport-security": expect.stringContaining("max-age"),
        });
        const { cookies } = await client.storageState();
        const cookie = cookies.map((one) => `${one.name}=${one.value}`).join("; ");
        const { status, hash } = await upload(`${origin}/api${created.headers().location}/files`, cookie);
        expect(status).toBe(201);
        expect(storedAs(hash, server.dataFolder)).toEqual([fileBytes]);
      } finally {
        await client.dispose();
        await proxy.stop();
      }
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
}
