import { request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

// In a thread of its own, because reading much data would delay the requests that are measured in the other.
const { url, headers } = workerData;

/** Requests the address again and again, and reports each complete response. */
function read() {
  const start = performance.now();
  request(url, { headers, agent: false }, (response) => {
    let bytes = 0;
    response.on("data", (piece) => {
      bytes += piece.length;
    });
    response.on("end", () => {
      parentPort.postMessage({ status: response.statusCode, bytes, milliseconds: performance.now() - start });
      read();
    });
  }).end();
}

read();
