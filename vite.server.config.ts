import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const ROOT = import.meta.dirname;
const SERVER = path.join(ROOT, 'server');

/**
 * Native code, code that looks for its files and modules by names it puts together, and the screens that the table of screens loads in a
 * browser.
 */
const LEFT_OUT = /^(sharp|oidc-provider|@aws-sdk\/.*|pg-native|#client\/(?!app\/routes).*)$|\.tsx$/;

/**
 * A module finds its files where its source is: what it knows of its own place is worked out from the place of the built file, so that
 * the folder may move as a whole.
 */
function knowPlaces(): Plugin {
  let built = '';
  const known = {
    dirname: (file: string) => resolved(path.dirname(file)),
    filename: resolved,
    url: (file: string) => `new URL(encodeURI(${from(file)}), import.meta.url).href`,
  };
  function from(place: string): string {
    return JSON.stringify(path.relative(built, place).replaceAll(path.sep, '/'));
  }
  function resolved(place: string): string {
    return `process.getBuiltinModule('node:path').resolve(import.meta.dirname, ${from(place)})`;
  }
  return {
    name: 'know-places',
    configResolved(config) {
      built = path.resolve(config.root, config.build.outDir);
    },
    transform(code, file) {
      if (!file.startsWith(`${ROOT}${path.sep}`)) return null;
      const placed = code.replaceAll(
        /import\.meta\.(dirname|filename|url)\b/g,
        (_, name: keyof typeof known) => known[name](file),
      );
      // Lines stay as they are, which is what a stack is read by.
      return placed === code ? null : { code: placed, map: null };
    },
  };
}

/**
 * Puts the programs of the server and the packages they import into a few files, in `server/dist`: reading some 3 500 modules takes
 * three times the processor time. Children and threads of theirs are started from the sources.
 */
export default defineConfig({
  root: SERVER,
  logLevel: 'error',
  plugins: [knowPlaces()],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    copyPublicDir: false,
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: path.join(SERVER, 'main.ts'),
        cli: path.join(SERVER, 'processes/cli.ts'),
        migrate: path.join(SERVER, 'processes/migrate.ts'),
      },
      external: (id) => LEFT_OUT.test(id),
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
});
