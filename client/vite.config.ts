import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstPageParts } from './first-page-parts.ts';
import { leaveSchemasOut } from './schemas-left-out-of-contracts.ts';

/** Address of a running server that answers the API while the client is served by `vite`. */
const server = process.env.SERVER_URL ?? 'http://127.0.0.1:3000';

/** Files of ours and of libraries that many screens share; dialogs, screens and texts have chunks of their own. */
const SMALL_PARTS =
  /[\\/](client[\\/](lib|ui(?![\\/](confirm-dialog|dialog|side-drawer|form-dialog|overlay-|date-field))|i18n(?![\\/]texts)|app(?![\\/]main)(?![\\/](dialogs[\\/](?!dialog-address)|screens|console)))|shared(?![\\/]i18n[\\/]locales))[\\/]|node_modules[\\/](lucide-react|zustand|@tanstack)[\\/]/;

/** Small ones among them: a screen that needs two icons does not load forms for them, nor the room all calls. */
const ICONS = /[\\/]node_modules[\\/]lucide-react[\\/]/;
const ROOM_CALLS =
  /[\\/](shared[\\/](api[\\/](game-view-room|trade-applications)|realtime[\\/]follow)|client[\\/]app[\\/]screens[\\/]lot-id)\.ts$/;
/** What the room shares with its own later parts, and what a bidder's share: two files instead of a dozen. */
const BIDDING = /[\\/]client[\\/]features[\\/]room[\\/](bid-|commands|offer-(amount|bound)|send-intent)/;
const ROOM_PARTS = /[\\/]client[\\/]features[\\/]room[\\/](?!sum-field|grouped)/;
/** The maths of prices and limits, which card and room share. */
const AUCTION_RULES = /[\\/]shared[\\/]auction[\\/]/;
/** What every page of a signed-in person listens to. */
const LIVE =
  /[\\/](client[\\/]lib[\\/](live-balance|balance|person-news)|shared[\\/]realtime[\\/]person-news)\.ts$/;
/** What the room reckons with; the card and the dialog of an application ask it how far a deposit carries. */
const AUCTION_MATHS = /[\\/]shared[\\/]auction[\\/]/;
const CALLS = /[\\/]shared[\\/](api|limits|states)[\\/]/;

/** What the card shares with its tabs and with a finished lot's page. */
const CARD_PARTS = /[\\/]client[\\/]features[\\/]lots[\\/]card[\\/](card\.module|tab-skeleton)/;
/** Lists with their filters, and fields: a card or a page of words has none. */
const TABLES = /[\\/]client[\\/]ui[\\/](data-table[\\/]|pagination)/;
const FORMS = /[\\/]client[\\/]ui[\\/](field|form|input-|money-field)/;

/** The frame of every screen, and /home in it. */
const onFirstPage = firstPageParts(
  ['app/main.tsx', 'app/begin.tsx', 'app/screens/home.tsx'].map((file) =>
    fileURLToPath(new URL(file, import.meta.url)),
  ),
);

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), leaveSchemasOut()],
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
      '/pictures': server,
      '/icons': server,
      '/logos': server,
      '/og': server,
      '/socket.io': { target: server, ws: true },
    },
  },
  // One build makes both: the browser's files, and the same screens for the server to paint.
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'ssr']) {
        const part = builder.environments[name];
        if (part) await builder.build(part);
      }
    },
  },
  build: { target: 'es2022', sourcemap: false },
  environments: {
    ssr: {
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      build: {
        // Inside the other one, which is emptied first; not served: its name begins with a dot.
        outDir: 'dist/.painting',
        emptyOutDir: true,
        copyPublicDir: false,
        emitAssets: false,
        rolldownOptions: {
          input: { paint: fileURLToPath(new URL('app/paint.tsx', import.meta.url)) },
          treeshake: { manualPureFunctions: ['z', 'contract'] },
        },
      },
    },
    client: {
      build: {
        outDir: 'dist',
        emptyOutDir: true,
        // Read by .size-limit.mjs: which files a page asks for.
        manifest: true,
        // Fonts stay files: a page reads only the alphabets it shows.
        assetsInlineLimit: 2_048,
        rolldownOptions: {
          // Schemas nothing uses any more fall away although they are made by calls.
          treeshake: { manualPureFunctions: ['z', 'contract'] },
          output: {
            codeSplitting: {
              // A group takes only what it names: the socket stays out of the first load.
              includeDependenciesRecursively: false,
              groups: [
                {
                  name: 'socket',
                  test: /node_modules[\\/](socket\.io-|engine\.io-|notepack|component-emitter)/,
                },
                {
                  name: 'react',
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next)[\\/]|vite[\\/]preload-helper/,
                },
                // What the first page stands on: one request instead of thirty, each with its headers.
                {
                  name: (id, graph) => (onFirstPage(id, graph) ? 'base' : null),
                  debugName: 'base',
                  test: SMALL_PARTS,
                  minShareCount: 2,
                },
                // Small files that only later screens share; the first page does not carry them.
                { name: 'icons', test: ICONS, minShareCount: 4 },
                { name: 'live', test: LIVE, minShareCount: 2 },
                { name: 'auction-rules', test: AUCTION_RULES, minShareCount: 2 },
                { name: 'bidding', test: BIDDING, minShareCount: 2 },
                { name: 'room-parts', test: ROOM_PARTS, minShareCount: 2 },
                { name: 'room-calls', test: ROOM_CALLS, minShareCount: 2 },
                { name: 'auction-maths', test: AUCTION_MATHS, minShareCount: 2 },
                { name: 'calls', test: CALLS, minShareCount: 4 },
                { name: 'card-parts', test: CARD_PARTS, minShareCount: 2 },
                { name: 'tables', test: TABLES, minShareCount: 4 },
                { name: 'forms', test: FORMS, minShareCount: 4 },
                { name: 'more', test: SMALL_PARTS, minShareCount: 4 },
              ],
            },
          },
        },
      },
    },
  },
});
