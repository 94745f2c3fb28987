import { between, pick, whole, type Random } from './random.ts';

export const WIDTH = 960;
export const HEIGHT = 640;
/** Where things stand. */
export const GROUND = 508;

/** A colour in three tones: body, lit side, shaded side. */
export interface Tone {
  base: string;
  light: string;
  dark: string;
}

export const TONES: readonly Tone[] = [
  { base: '#3b6fd4', light: '#6b97ea', dark: '#2850a3' },
  { base: '#d9534f', light: '#ee8683', dark: '#a93733' },
  { base: '#2f9e77', light: '#5fc49f', dark: '#1f7355' },
  { base: '#e0912f', light: '#f2b467', dark: '#b06d1a' },
  { base: '#7a5fc0', light: '#a08be0', dark: '#57418f' },
  { base: '#4a5a73', light: '#74859f', dark: '#313d50' },
  { base: '#e6e9ee', light: '#ffffff', dark: '#b7bec9' },
  { base: '#c8a877', light: '#e2c9a1', dark: '#9a7d51' },
];

export interface Brush {
  random: Random;
  tone: Tone;
  accent: Tone;
  /** Unique ids of gradients in this picture. */
  id: (name: string) => string;
}

export const rect = (x: number, y: number, w: number, h: number, fill: string, r = 0, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"${r ? ` rx="${n(r)}"` : ''} ${more}/>`;
export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`;
export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`;
export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;
export const line = (x1: number, y1: number, x2: number, y2: number, stroke: string, width: number): string =>
  `<line x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"/>`;
export const polygon = (points: readonly (readonly [number, number])[], fill: string, more = ''): string =>
  `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" fill="${fill}" ${more}/>`;

const n = (value: number): string => String(Math.round(value * 10) / 10);

/** Soft shadow under a thing that stands on the ground. */
export const shadow = (x: number, w: number, y = GROUND): string =>
  ellipse(x, y + 4, w / 2, Math.max(10, w * 0.035), '#0b1b2b', 'opacity="0.22"');

export function gradient(id: string, from: string, to: string, vertical = true): string {
  const direction = vertical ? 'x1="0" y1="0" x2="0" y2="1"' : 'x1="0" y1="0" x2="1" y2="0"';
  return `<linearGradient id="${id}" ${direction}><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
}

/** A wheel with its rim. */
export const wheel = (x: number, y: number, r: number): string =>
  circle(x, y, r, '#1d232c') +
  circle(x, y, r * 0.62, '#c9d1db') +
  circle(x, y, r * 0.5, '#8d98a6') +
  [0, 60, 120]
    .map(
      (turn) =>
        `<rect x="${n(x - r * 0.06)}" y="${n(y - r * 0.5)}" width="${n(r * 0.12)}" height="${n(r)}" fill="#c9d1db" transform="rotate(${turn} ${n(x)} ${n(y)})"/>`,
    )
    .join('') +
  circle(x, y, r * 0.16, '#404a57');

const SKIES = [
  ['#bfe3ff', '#f3faff'],
  ['#ffd9b0', '#fff3e2'],
  ['#a9cdf5', '#e8f2fd'],
  ['#cfd8f7', '#fdeef3'],
] as const;

/** Sky, sun, clouds, far hills and the ground. */
export function outdoors(brush: Brush, ground: readonly [string, string]): string {
  const { random, id } = brush;
  const [top, bottom] = pick(random, SKIES);
  const sun = between(random, 120, 840);
  const hill = (y: number, fill: string, opacity: number): string => {
    const crests = Array.from({ length: 5 }, (_, i) => `${i * 240},${n(y - between(random, 10, 70))}`);
    return path(`M0,${y} L${crests.join(' L')} L960,${y} L960,560 L0,560 Z`, fill, `opacity="${opacity}"`);
  };
  const cloud = (): string => {
    const x = between(random, 60, 860);
    const y = between(random, 60, 180);
    const s = between(random, 0.6, 1.2);
    return `<g opacity="0.85">${ellipse(x, y, 60 * s, 20 * s, '#fff')}${ellipse(x - 34 * s, y + 6, 38 * s, 15 * s, '#fff')}${ellipse(x + 30 * s, y - 12 * s, 40 * s, 22 * s, '#fff')}</g>`;
  };
  return (
    `<defs>${gradient(id('sky'), top, bottom)}${gradient(id('ground'), ground[0], ground[1])}</defs>` +
    rect(0, 0, WIDTH, HEIGHT, `url(#${id('sky')})`) +
    circle(sun, between(random, 80, 150), 46, '#fff6d6', 'opacity="0.9"') +
    Array.from({ length: whole(random, 2, 4) }, cloud).join('') +
    hill(420, '#8fb0c9', 0.45) +
    hill(450, '#7c9f8f', 0.5) +
    rect(0, 470, WIDTH, 170, `url(#${id('ground')})`)
  );
}

/** A plain room with a floor and a spot of light: for things one puts on a table. */
export function studio(brush: Brush): string {
  const { id, accent } = brush;
  return (
    `<defs>${gradient(id('wall'), '#f6f8fb', '#dfe6ef')}${gradient(id('floor'), '#cdd6e2', '#eef2f7')}
    <radialGradient id="${id('spot')}" cx="0.5" cy="0.45" r="0.6"><stop offset="0" stop-color="${accent.light}" stop-opacity="0.55"/><stop offset="1" stop-color="${accent.light}" stop-opacity="0"/></radialGradient></defs>` +
    rect(0, 0, WIDTH, HEIGHT, `url(#${id('wall')})`) +
    rect(0, 0, WIDTH, 470, `url(#${id('spot')})`) +
    rect(0, 470, WIDTH, 170, `url(#${id('floor')})`)
  );
}

export function tree(x: number, size: number, y = GROUND): string {
  return (
    rect(x - size * 0.06, y - size * 0.5, size * 0.12, size * 0.5, '#7a5a3c', 3) +
    circle(x, y - size * 0.75, size * 0.32, '#4f9d63') +
    circle(x - size * 0.2, y - size * 0.55, size * 0.24, '#458a57') +
    circle(x + size * 0.2, y - size * 0.58, size * 0.25, '#5cb072')
  );
}
