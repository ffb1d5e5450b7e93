import { createHash, randomBytes } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";

// In a thread of its own, because sending much data would delay the requests that are measured in the other.
const { urls, cookie, permitId, bytes, partBytes } = workerData;

const headers = { cookie };
const whole = createHash("sha256");
const content = randomBytes(partBytes);

async function ask(address, init) {
  const response = await fetch(address, { ...init, headers: { ...headers, ...init.headers } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${address}: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** Each part goes to the next server. Returns the token of the file. */
async function send() {
  let state = await ask(`${urls[0]}/staged-files`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ fileName: "large set.pdf", byteSize: bytes, isNew: true }),
  });
  const { key } = state;
  for (let part = 0; state.kept === undefined; part += 1) {
    content.write(`%PDF-1.7 ${part}`.padEnd(64));
    const body = content.subarray(0, Math.min(partBytes, bytes - state.offset));
    whole.update(body);
    const digest = createHash("sha256").update(body).digest("base64");
    state = await ask(`${urls[part % urls.length]}/staged-files/${key}`, {
      method: "PATCH",
      headers: { "upload-offset": String(state.offset), "content-digest": `sha-256=:${digest}:` },
      body,
    });
  }
  return state.kept[0].token;
}

async function add(token) {
  const body = new FormData();
  body.append("keptFiles", token);
  const files = await ask(`${urls[0]}/api/permits/${permitId}/files`, { method: "POST", body });
  return files[0].id;
}

/** Throws unless the file is the one that was sent. */
async function download(id) {
  const hash = createHash("sha256");
  for await (const chunk of await bodyOf(`/api/files/${id}/download`)) hash.update(chunk);
  if (hash.digest("hex") !== whole.digest("hex"))
    throw new Error("Other bytes were downloaded than were sent");
}

/** Throws if the ZIP file of all plans is cut off. */
async function downloadZip() {
  let received = 0;
  for await (const chunk of await bodyOf(`/api/permits/${permitId}/files.zip`)) received += chunk.length;
  if (received < bytes) throw new Error(`The ZIP file has only ${received} bytes`);
}

async function bodyOf(path) {
  const response = await fetch(`${urls.at(-1)}${path}`, { headers });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.body;
}

async function run(phase, work) {
  parentPort.postMessage(phase);
  return work();
}

const id = await run("sent", async () => add(await send()));
await run("downloaded", () => download(id));
await run("downloaded as a ZIP file", downloadZip);
parentPort.postMessage(null);
