import "./scripts/node-version.js";

// React itself asks for this too, before any setting is read.
process.env.NODE_ENV ||= "production";

// Settings, database and pages are read while the server is imported: whatever is wrong with them is one line.
import("./server").catch((error: Error) => {
  console.error(`Redline cannot start. ${error.message}`);
  process.exit(1);
});
