import { createServer } from "node:http";

const { PORT = "80", DISABLE_SSL } = process.env;
const scheme = DISABLE_SSL === "true" ? "http" : "https";

// `once` can set ORIGIN only after the installation, which needs a response at /up: it names the address to nobody.
createServer(({ url, headers }, response) => {
  const isUp = url === "/up";
  const text = `Redline is installed, and needs its address.\n\nSet ORIGIN=${scheme}://${headers.host} in its environment. With once: select Redline, press s, choose Environment.\n`;
  response.writeHead(isUp ? 200 : 503, {
    "Content-Type": "text/plain; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
  });
  response.end(isUp ? "up" : text);
}).listen(Number(PORT), () => {
  console.error(
    "Redline waits: ORIGIN is missing. It is the address people use, like https://permits.example.gov",
  );
});

process.once("SIGTERM", () => process.exit(0));
