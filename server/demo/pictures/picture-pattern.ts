import { PATTERNS, PRACTICE_LOT } from '../content/index.ts';
import { VIEWS } from './photo.ts';

/** Seeds of photos not marked visible: they cannot be guessed. */
const HIDDEN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const KINDS: ReadonlySet<string> = new Set([...PATTERNS.map(({ key }) => key), PRACTICE_LOT.pattern]);
const KIND_OF_CATEGORY: ReadonlyMap<string, string> = new Map(
  PATTERNS.map(({ key, category }) => [category, key]),
);

/** The parts of a picture's address. Those of older demos end in `.svg`: they show what is photographed now. */
export interface PictureParts {
  kind: string;
  seed: string;
  view: string;
  format: string;
}

export const isHidden = ({ seed }: Pick<PictureParts, 'seed'>): boolean => HIDDEN.test(seed);

/** The kind of lot and the view on the picture; null: there is no such picture. */
export function pictureOf(parts: PictureParts): { pattern: string; view: number } | null {
  const { kind, seed, format } = parts;
  const [named = ''] = seed.split('~');
  const pattern = isHidden(parts) ? (KINDS.has(kind) ? kind : KIND_OF_CATEGORY.get(kind)) : named;
  const view = /^\d$/.test(parts.view) ? Number(parts.view) : VIEWS;
  if (!pattern || !KINDS.has(pattern) || view >= VIEWS || !/^(webp|svg)$/.test(format)) return null;
  return { pattern, view };
}

/** The parts of an address of these pictures; null: another address. */
export function pictureParts(url: string): PictureParts | null {
  const found = /^\/pictures\/([^/]+)\/([^/]+)\/(\w+)\.(\w+)$/.exec(url);
  if (!found) return null;
  const [kind = '', seed = '', view = '', format = ''] = found.slice(1);
  return { kind, seed: decodeURIComponent(seed), view, format };
}
