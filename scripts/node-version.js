// Plain JavaScript, imported before everything else: an old Node.js must be able to run it.
// better-sqlite3 needs Node-API 10, new in Node.js 22.14; without it the process ends in a segmentation fault.
if (Number(process.versions.napi) < 10) {
  console.error(
    `Redline needs Node.js 22.14 or newer; this is ${process.versions.node}. Install Node.js 24, or on Linux run "npm ci": it installs node_modules/.bin/node, which every npm command then uses.`,
  );
  process.exit(1);
}
