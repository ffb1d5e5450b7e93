import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

/** Few files, grouped by the pages that need them: on a slow connection, a request costs more than a few bytes. */
const groups = [
  { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler|cookie)\// },
  { name: "forms", test: /node_modules\/@conform-to\//, minShareCount: 2 },
  {
    name: "combobox",
    test: /node_modules\/(@headlessui|@floating-ui|@react-aria|@react-stately|@tanstack)\//,
  },
  { name: "ui", test: /(app\/(ui|models)|node_modules\/lucide-react)\//, minShareCount: 4 },
];

/** The server is one file with its packages: reading 700 files takes half of a start. These have machine code. */
const bundled = { noExternal: true as const, external: ["@node-rs/argon2", "better-sqlite3", "sharp"] };

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { tsconfigPaths: true },
  server: { port: Number(process.env.PORT ?? 3000), strictPort: true },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    ssr: {
      resolve: command === "build" ? bundled : {},
      build: { target: "node22", rollupOptions: { input: "./start.ts" } },
    },
  },
}));
