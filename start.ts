import "./scripts/node-version.js";

// React reads this too, before the settings are parsed.
process.env.NODE_ENV ||= "production";

// This import loads the settings, the database and the pages. An error in any of them is printed as one line.
import("./server").catch((error: Error) => {
  console.error(`Redline cannot start. ${error.message}`);
  process.exit(1);
});
