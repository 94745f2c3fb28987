import { createHash } from 'node:crypto';
import type { LotPicture } from './lot-picture.ts';

/** Changed whenever the drawing itself is, so that no copy of an older one is taken for it. */
const DRAWING = 1;

/** Name of an image by what it shows: the same words, the same name. */
export const imageName = (picture: LotPicture): string =>
  createHash('sha256')
    .update(JSON.stringify([DRAWING, picture]))
    .digest('base64url')
    .slice(0, 16);
