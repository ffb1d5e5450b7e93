import { buildIfOutdated } from "./build-if-outdated.js";
import { startCluster } from "./cluster-servers";

// PostgreSQL, three servers and a proxy on this machine, to try several servers with the demo. Nothing is kept.

const port = Number(process.env.PORT ?? 3000);

buildIfOutdated();
console.log("Starting PostgreSQL, three servers and HAProxy …");
const starting = startCluster({ port });
let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    void starting.then(({ stop }) => stop()).then(() => process.exit(0));
  });
}
const cluster = await starting.catch((error: Error) => {
  console.error(`The cluster cannot start. ${error.message}`);
  process.exit(1);
});
const rows = [
  ["The proxy", cluster.url, ""],
  ...cluster.servers.map(({ url, processId }, index) => [
    `Server ${"ABC"[index]}`,
    url,
    `process ${processId}`,
  ]),
  ["PostgreSQL", cluster.database, `process ${cluster.postgres.pid}`],
  ["Files", cluster.dataFolder, ""],
];
for (const [name = "", address = "", process] of rows)
  console.log(`${name.padEnd(11)} ${address.padEnd(45)} ${process}`);
console.log(cluster.servers[0]?.output().trim());
console.log("Kill a server and go on with the others. Ctrl+C stops all and deletes the data.");
