import { readFileSync } from 'node:fs';

/**
 * What a browser asks for to show /home, from the built client's manifest: the page, its screen, the largest language and
 * the connection that keeps prices moving. Dialogs, drawers and other screens come later.
 */
const DIST = 'client/dist';
const FIRST_LOAD = [
  'index.html',
  'app/screens/home.tsx',
  'i18n/texts/ru.ts',
  'socket.io-client/build/esm/index.js',
];

const manifest = JSON.parse(readFileSync(`${DIST}/.vite/manifest.json`, 'utf8'));
const keys = Object.keys(manifest);

function filesOf(key, seen) {
  const chunk = manifest[key];
  if (seen.has(key)) return [];
  seen.add(key);
  return [chunk.file, ...(chunk.css ?? []), ...(chunk.imports ?? []).flatMap((each) => filesOf(each, seen))];
}

function keyOf(wanted) {
  const key = keys.find((each) => each === wanted || each.endsWith(`/${wanted}`));
  if (!key) throw new Error(`the built client has no ${wanted}; is the list in .size-limit.mjs out of date?`);
  return key;
}

const seen = new Set();
const files = FIRST_LOAD.flatMap((wanted) => filesOf(keyOf(wanted), seen));

export default [
  {
    name: 'first load of /home, JS and CSS',
    path: [...new Set(files)].map((file) => `${DIST}/${file}`),
    gzip: true,
    limit: '200 kB',
  },
];
