import "./scripts/node-version.js";

// React itself reads this too, before the settings are parsed.
process.env.NODE_ENV ||= "production";

// Settings, database and pages are loaded by this import: any error in them is printed as one line.
import("./server").catch((error: Error) => {
  console.error(`Redline cannot start. ${error.message}`);
  process.exit(1);
});
