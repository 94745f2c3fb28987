import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chartWithoutLocales } from './chart-without-locales.ts';
import { cyrillicTexts } from './cyrillic-texts.ts';
import { firstPageModules } from './first-page-parts.ts';
import { packProgramClient } from './program-client.ts';
import { refuseCircularChunks } from './refuse-circular-chunks.ts';
import { dropServerOnlyFields } from './server-only-fields.ts';
import { workerVersion } from './worker-version.ts';

const inProject = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Address of a running server that answers the API while the client is served by `vite`. */
const server = process.env.SERVER_URL ?? 'http://127.0.0.1:3000';

/** Files of ours and of libraries that many screens share; dialogs, what opens them, lists of staff, screens and texts have chunks of their own. */
const SMALL_PARTS =
  /[\\/](client[\\/](lib|entities(?![\\/](file[\\/](photo|document)-|wallet[\\/]sale-debt|sale[\\/](part-|paid-out)|lot[\\/]lot-cell|order[\\/](use-order-title|two-texts-field|fact-fields|facts\.module)|article[\\/](content-fields|version-dialog)|(dictionary|decision|shown-once)[\\/]))|ui(?![\\/](confirm-dialog|dialog|side-drawer|form-dialog|overlay-|date-field|number-field|staff-list|text-dialog))|i18n(?![\\/]texts)|app(?![\\/]main)(?![\\/](dialogs[\\/](?!dialog-address)|screens|console)))|shared(?![\\/](i18n[\\/]locales|api[\\/]list-names|content[\\/](compare-lines|fill-figures|markup|texts))))[\\/]|node_modules[\\/](lucide-react|zustand|@tanstack(?![\\/](react-virtual|virtual-core)))[\\/]/;

/** Files by their path below the project, without the ending; a file that moved fails the build instead of its budget. */
function files(...paths: string[]): RegExp {
  const found = paths.map((path) => {
    const file = ['.ts', '.tsx']
      .map((ending) => `${path}${ending}`)
      .find((each) => existsSync(inProject(each)));
    if (file === undefined) throw new Error(`vite.config.ts groups ${path}, which is not there`);
    return file.replaceAll('/', String.raw`[\\/]`).replaceAll('.', String.raw`\.`);
  });
  return new RegExp(`[\\\\/](${found.join('|')})$`);
}

/** Draws the rows in the window alone: the room and lists of staff share it, and load it late. */
const VIRTUAL_ROWS = /[\\/]node_modules[\\/]@tanstack[\\/](react-virtual|virtual-core)[\\/]/;
/** Small ones among them, without those of uploads, of schedules and of the console alone: a screen that needs two icons does not load forms for them, nor the room all calls. */
const ICONS =
  /[\\/]node_modules[\\/]lucide-react[\\/](?!.*[\\/](bookmark|columns-3|camera|file-image|file-plus-corner|grip-vertical|image-plus|plus|star|landmark|repeat|scale|trash|trash-2|file-text|circle|circle-dot|banknote|receipt-text|scroll-text|reply|message-square-reply)\.)/;
const ROOM_CALLS = files(
  'shared/api/site/game-view-room',
  'shared/api/cabinet/trade-applications',
  'client/app/screens/lot-id',
);
/** What a bidder's parts of the room share. */
const BIDDING =
  /[\\/](client[\\/]features[\\/]site[\\/]room[\\/](auto-doing|bid-|next-price|offer-(amount|bound)|send-intent)|shared[\\/]realtime[\\/]client[\\/]send-command)/;
/** The room itself, with the signs that are its own: one file, for itself, its deferred parts and the page of several. */
const ROOM_PARTS =
  /[\\/]shared[\\/]realtime[\\/]client[\\/]room-|[\\/]client[\\/]features[\\/]site[\\/]room[\\/](?!sum-field|grouped)|[\\/]lucide-react[\\/].*[\\/](alarm-clock-plus|chevron-up|volume-2|volume-x|wifi|wifi-off)\./;
/** The maths of prices and limits, which the card, the room and the dialog of an application share. */
const AUCTION_RULES = /[\\/]shared[\\/]auction[\\/]/;
/** What every page of a signed-in person listens to. */
const LIVE = files(
  'client/entities/wallet/live-balance',
  'client/entities/wallet/balance',
  'client/lib/person-updates',
  'shared/realtime/person-updates',
);
/** Calls with everything their modules evaluate at once: a chunk that came back for one of these would find it undefined. */
const CALLS =
  /[\\/]shared[\\/]((api|decisions|incidents|limits|lifecycles|orders|rule-sets|trade)[\\/]|content[\\/]entry-names|trust[\\/]anomaly-signs|validation[\\/](profile-facts|bank-requisites))/;

/** Names in four languages with the calls about them, for the console alone: other screens carry none of it. */
const DICTIONARIES =
  /[\\/]shared[\\/](api[\\/](list-names|console[\\/]console-(categories|lists|partners|featured-lots|help-pages))|content[\\/]names)\.|[\\/]client[\\/]entities[\\/]dictionary[\\/]/;

/** Categories with their signs, which the first page and the catalogue share. */
const CATEGORIES = /[\\/]client[\\/].*[\\/]category-(groups|icon)\./;

/** What the card shares with its tabs and with a finished lot's page. */
const CARD_PARTS = /[\\/]client[\\/]features[\\/]site[\\/]lots[\\/]card[\\/](card\.module|tab-skeleton)/;
/** What the result of an auction shares with its replay and with the result of a sale. */
const RESULT_PARTS = /[\\/]client[\\/]features[\\/]site[\\/]lots[\\/]result[\\/](price-steps|result\.module)/;
/** Tables with their filters, and fields: a card, a page of words or the catalogue has none. */
const TABLES = /[\\/]client[\\/]ui[\\/]data-table[\\/]/;
/** Of the console alone. */
const STAFF_LISTS = /[\\/]client[\\/]ui[\\/]staff-list[\\/]/;
/** What staff note about a thing, and instants that they name, with their fields: beside the fields of all screens they would make a circle. */
const STAFF_FIELDS = files(
  'client/entities/staff-work/notes',
  'client/entities/staff-work/named-instant',
  'client/ui/instant-field',
);
/** Without the dialogs with fields: those bring the library of dialogs. */
const FORMS = /[\\/]client[\\/]ui[\\/](field|form(?!-dialog)|input-|money-field|choice-field)/;

/** Calls of these, and of what they answer, leave nothing behind when their value is not used. */
const PURE = [
  'z',
  'contract',
  'writtenText',
  'textWithoutAccounts',
  'lineWithoutAccounts',
  'writtenLine',
  'localizedTextSchema',
  'categorySchema',
  'photoSizeSchema',
  'lotCardSchema',
  'lotDetailsSchema',
];

/** The frame of every screen, and /home in it. */
const onFirstPage = firstPageModules(
  ['app/main.tsx', 'app/boot.tsx', 'app/screens/home.tsx'].map((file) =>
    fileURLToPath(new URL(file, import.meta.url)),
  ),
);

/** The chunk that starts the program, and those that it waits for before it draws anything. */
const ENTRY = /\/index-[^/]+\.js$/;
const OF_FRAME = /\/(?:base|react|rolldown-runtime)-[^/]+\.(?:js|css)$/;

/** What a room loads before its deferred parts. */
const inRoom = firstPageModules([fileURLToPath(new URL('app/screens/game-view.tsx', import.meta.url))]);

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react(),
    cyrillicTexts(),
    dropServerOnlyFields(),
    chartWithoutLocales(),
    refuseCircularChunks(),
    workerVersion(inProject('client/dist/.vite/manifest.json')),
  ],
  resolve: {
    alias: [
      { find: /^zod$/, replacement: inProject('client/lib/zod-stub.ts') },
      // Schemas of texts are schemas as well.
      {
        find: /^[./]+(?:api\/)?(?:written-texts|calendar-day)\.ts$/,
        replacement: inProject('client/lib/zod-stub.ts'),
      },
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
      '/verify': server,
      '/log/': server,
      '/.well-known': server,
      '/socket.io': { target: server, ws: true },
    },
  },
  // One build makes all: the browser's files, the same screens for the server to render, the page that checks receipts, the service
  // worker, and the package of bidders' own programs.
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'ssr', 'verify', 'worker']) {
        const part = builder.environments[name];
        if (part) await builder.build(part);
      }
      await packProgramClient(inProject('.'), inProject('client/dist'));
    },
  },
  build: {
    target: 'es2022',
    sourcemap: false,
    modulePreload: {
      // Whatever asks for another chunk runs in the frame, whose own chunks are there.
      resolveDependencies: (_, files, { hostId, hostType }) =>
        hostType === 'js' && !ENTRY.test(hostId) ? files.filter((file) => !OF_FRAME.test(file)) : files,
    },
  },
  environments: {
    ssr: {
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      build: {
        // Inside the other one, which is emptied first; not served: its name begins with a dot.
        outDir: 'dist/.render',
        emptyOutDir: true,
        copyPublicDir: false,
        emitAssets: false,
        rolldownOptions: {
          input: { 'render-page': fileURLToPath(new URL('app/render-page.tsx', import.meta.url)) },
          treeshake: { manualPureFunctions: PURE },
        },
      },
    },
    verify: {
      consumer: 'client',
      build: {
        // Put into the page itself by the server (server/web/verify): the page stays one file.
        outDir: 'dist/.verify',
        emptyOutDir: true,
        copyPublicDir: false,
        modulePreload: false,
        rolldownOptions: {
          input: { 'verify-page': fileURLToPath(new URL('app/verify/verify-page.ts', import.meta.url)) },
          output: { entryFileNames: '[name].js' },
        },
      },
    },
    worker: {
      consumer: 'client',
      build: {
        // Beside the page: a service worker reaches what is below its own address.
        outDir: 'dist',
        emptyOutDir: false,
        copyPublicDir: false,
        modulePreload: false,
        rolldownOptions: {
          input: {
            'service-worker': fileURLToPath(new URL('app/worker/service-worker.ts', import.meta.url)),
          },
          output: { entryFileNames: '[name].js', format: 'iife' },
          treeshake: { manualPureFunctions: PURE },
        },
      },
    },
    client: {
      build: {
        outDir: 'dist',
        emptyOutDir: true,
        // Read by .size-limit.mjs: which files a page asks for.
        manifest: true,
        // The licences of what the pages consist of ask for their texts to go with them.
        license: { fileName: 'licences.md' },
        // Fonts stay files: a page reads only the alphabets it shows.
        assetsInlineLimit: 2_048,
        rolldownOptions: {
          // Schemas nothing uses any more fall away although they are made by calls.
          treeshake: { manualPureFunctions: PURE },
          output: {
            // The first page lists every file that a screen may ask for: short hashes tell versions of one name apart.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:6][extname]',
            codeSplitting: {
              // A group takes only what it names: the socket stays out of the first load.
              includeDependenciesRecursively: false,
              groups: [
                {
                  name: 'socket',
                  test: /node_modules[\\/](@socket\.io[\\/]|socket\.io-|engine\.io-|notepack|component-emitter)/,
                },
                {
                  name: 'react',
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next)[\\/]|vite[\\/]preload-helper/,
                },
                // What the first page consists of: one request instead of thirty, each with its headers.
                {
                  name: (id, graph) => (onFirstPage(id, graph) ? 'base' : null),
                  debugName: 'base',
                  test: SMALL_PARTS,
                  minShareCount: 2,
                },
                // Small files that only later screens share; the first page does not carry them.
                { name: 'icons', test: ICONS, minShareCount: 5 },
                { name: 'live', test: LIVE, minShareCount: 2 },
                { name: 'auction-rules', test: AUCTION_RULES, minShareCount: 2 },
                { name: 'bidding', test: BIDDING, minShareCount: 2 },
                {
                  name: (id, graph) => (inRoom(id, graph) ? 'room-parts' : null),
                  debugName: 'room-parts',
                  test: ROOM_PARTS,
                },
                { name: 'room-calls', test: ROOM_CALLS, minShareCount: 2 },
                { name: 'dictionaries', test: DICTIONARIES, minShareCount: 2 },
                { name: 'calls', test: CALLS, minShareCount: 4 },
                { name: 'categories', test: CATEGORIES, minShareCount: 2 },
                { name: 'card-parts', test: CARD_PARTS, minShareCount: 2 },
                { name: 'result', test: RESULT_PARTS, minShareCount: 2 },
                { name: 'row-window', test: VIRTUAL_ROWS, minShareCount: 2 },
                { name: 'staff-fields', test: STAFF_FIELDS, minShareCount: 2 },
                { name: 'staff-list', test: STAFF_LISTS, minShareCount: 2 },
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
