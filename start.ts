import "./scripts/node-version.js";

// React reads this too, before the settings are parsed.
process.env.NODE_ENV ||= "production";

async function start() {
  const [{ staticFiles }, { respond }, { serve }] = await Promise.all([
    import("./app/platform/http/static-files.server"),
    import("./requests"),
    import("./server"),
  ]);
  await serve({ sendFile: staticFiles("build/client"), respond });
}

// These imports load the settings, the database and the pages. An error in any of them is printed as one line.
start().catch((error: Error) => {
  console.error(`Redline cannot start. ${error.message}`);
  process.exit(1);
});
