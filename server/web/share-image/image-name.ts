import { createHash } from 'node:crypto';
import type { LotImageContent } from './draw-lot-image.ts';

/** To be raised with every change of the drawing, so that no copy of an older one is used. */
const DRAWING_VERSION = 2;

/** Name of an image, derived from its content: the same texts, the same name. */
export const imageName = (content: LotImageContent): string =>
  createHash('sha256')
    .update(JSON.stringify([DRAWING_VERSION, content]))
    .digest('base64url')
    .slice(0, 16);
