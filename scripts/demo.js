import "./node-version.js";
import { pathToFileURL } from "node:url";
import { buildIfOutdated, program } from "./build-if-outdated.js";
import { setDemo } from "./demo-settings.js";

buildIfOutdated();
process.env.NODE_ENV = "production";
setDemo("data/demo");
await import(pathToFileURL(program).href);
