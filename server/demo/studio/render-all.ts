import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { photoFile, VIEWS } from '../pictures/photo.ts';
import { SUBJECTS } from './models/index.ts';
import { encoded, photographerOf } from './picture-set.ts';

/**
 * Photographs every kind of lot, or those named, into the folder that the site serves:
 * `node --import tsx server/demo/studio/render-all.ts [KEY…]`. Some seconds a picture.
 */

const chosen = process.argv.slice(2);
for (const key of chosen.length > 0 ? chosen : Object.keys(SUBJECTS)) {
  const photograph = photographerOf(key);
  await mkdir(path.dirname(photoFile(key, 0)), { recursive: true });
  for (let view = 0; view < VIEWS; view += 1)
    await writeFile(photoFile(key, view), await encoded(photograph(view)));
  process.stdout.write(`${key}\n`);
}
