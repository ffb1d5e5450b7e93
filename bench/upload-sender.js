import { randomBytes, randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

// In a thread of its own, because sending much data would delay the requests that are measured in the other.
const { url, cookie, files, bytes } = workerData;

const boundary = "----bench";
const agent = new Agent({ maxSockets: files });
const content = randomBytes(bytes - 64);

const field = (name, value) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fileHead = (name) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`;

/** Uploads a plan file whose content is like no other, and returns the status. */
function upload(_, index) {
  return new Promise((resolve, reject) => {
    const headers = { cookie, "content-type": `multipart/form-data; boundary=${boundary}` };
    const message = request(url, { method: "POST", headers, agent }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode));
    }).on("error", reject);
    message.write(
      field("reviewCycle", "PC1") + field("formKey", randomUUID()) + fileHead(`plan-${index}.pdf`),
    );
    message.write(`%PDF-1.7 ${randomUUID()}`.padEnd(64));
    message.write(content);
    message.end(`\r\n--${boundary}--\r\n`);
  });
}

const start = performance.now();
const statuses = await Promise.all(Array.from({ length: files }, upload));
parentPort.postMessage({ statuses, milliseconds: performance.now() - start });
