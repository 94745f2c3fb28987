import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Address of a running server that answers the API while the client is served by `vite`. */
const server = process.env.SERVER_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  resolve: {
    alias: [
      { find: /^zod$/, replacement: fileURLToPath(new URL('lib/schemas-left-out.ts', import.meta.url)) },
    ],
  },
  server: {
    proxy: {
      '/api': server,
      '/auth': server,
      '/files': server,
      '/socket.io': { target: server, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // Read by .size-limit.mjs: which files a page asks for.
    manifest: true,
    // Fonts stay files: a page reads only the alphabets it shows.
    assetsInlineLimit: 2_048,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A group takes only what it names: the socket and the chart stay out of the first load.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'socket', test: /node_modules[\\/](socket\.io-|engine\.io-|notepack|component-emitter)/ },
            { name: 'chart', test: /node_modules[\\/]uplot/ },
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
            },
            // Small files most screens share: one request instead of thirty, each with its headers.
            {
              name: 'base',
              test: /[\\/](client[\\/](lib|ui(?![\\/](confirm-dialog|overlay-styles))|i18n(?![\\/]texts)|theme|app(?![\\/](dialogs|screens|console)))|shared(?![\\/]i18n[\\/]locales))[\\/]|node_modules[\\/](lucide-react|zustand|@tanstack|@mantine[\\/]hooks)[\\/]/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
});
