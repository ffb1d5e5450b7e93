import { request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

// In a thread of its own, because reading much data would delay the requests that are measured in the other.
const { url, headers } = workerData;

/** Requests the address again and again, and reports each complete response. */
function read() {
  request(url, { headers, agent: false }, (response) => {
    response.resume().on("end", () => {
      parentPort.postMessage({ statuses: [response.statusCode] });
      read();
    });
  }).end();
}

read();
