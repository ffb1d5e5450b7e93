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

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { tsconfigPaths: true },
  server: { port: Number(process.env.PORT ?? 3000), strictPort: true },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    ssr: { build: { target: "node22", rollupOptions: { input: "./start.ts" } } },
  },
});
