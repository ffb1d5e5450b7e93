const { constants } = require("node:zlib");

// react-router-serve has no setting for the quality of brotli, and all servers are compared at the same one.
const file = require.resolve("compression", { paths: [require.resolve("@react-router/serve/package.json")] });
const compression = require(file);
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
require.cache[file].exports = (options) => compression({ ...options, brotli });
