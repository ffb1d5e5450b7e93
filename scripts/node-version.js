// Plain JavaScript that comes before all else: an old Node.js must be able to read it.
// better-sqlite3 needs Node-API 10, which came with Node.js 22.14; on less it ends in a segmentation fault.
if (Number(process.versions.napi) < 10) {
  console.error(
    `Redline needs Node.js 22.14 or newer, and this is ${process.versions.node}. Install Node.js 24, or on Linux run "npm ci": every npm command then runs on the one that it brings, node_modules/.bin/node.`,
  );
  process.exit(1);
}
