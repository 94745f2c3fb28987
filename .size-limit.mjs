import { readFileSync } from 'node:fs';

// What a browser asks for to draw a page, from the built client's manifest: the frame, the screen, the largest language.
// Dialogs, drawers and other screens come when they are opened; on /home the live connection after the page is drawn.
// The room counts with what one watches and confirms with: connection, newest prices, the bidder's button. The chart, the
// whole list and the fields for sums are requested once it is shown.
const DIST = 'client/dist';
const FRAME = ['index.html', 'app/providers.tsx', 'app/boot.tsx', 'i18n/texts/ru.ts'];
const HOME = [...FRAME, 'app/screens/home.tsx'];
const ROOM = [...FRAME, 'app/screens/game-view.tsx', 'shared/i18n/locales/ru/room.json'];
// A bidder's header has the badge of unread messages.
const BIDDING = [
  'features/site/room/bidder-controls.tsx',
  'features/cabinet/messages/messages-badge.tsx',
  'ru/messages.json',
];
const CONNECTION = 'socket.io-client/build/esm/index.js';

const manifest = JSON.parse(readFileSync(`${DIST}/.vite/manifest.json`, 'utf8'));
const keys = Object.keys(manifest);

function keyOf(wanted) {
  const key = keys.find((each) => each === wanted || each.endsWith(`/${wanted}`));
  if (!key) throw new Error(`the built client has no ${wanted}; is the list in .size-limit.mjs out of date?`);
  return key;
}

function filesOf(key, seen) {
  if (seen.has(key)) return [];
  seen.add(key);
  const { file, css = [], imports = [] } = manifest[key];
  return [file, ...css, ...imports.flatMap((each) => filesOf(each, seen))];
}

function check(name, parts, limit) {
  const seen = new Set();
  const files = new Set(parts.flatMap((part) => filesOf(keyOf(part), seen)));
  return { name, path: [...files].map((file) => `${DIST}/${file}`), gzip: true, limit };
}

export default [
  check('first load of /home, JS and CSS', HOME, '176.5 kB'),
  check('the same with the live connection', [...HOME, CONNECTION], '190 kB'),
  check('first load of the room, watched', [...ROOM, CONNECTION], '200 kB'),
  check('the same for who bids in it', [...ROOM, CONNECTION, ...BIDDING], '209 kB'),
];
