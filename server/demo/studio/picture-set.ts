import sharp from 'sharp';
import { PICTURE_SIZE } from '../pictures/photo.ts';
import { SHOTS, SUBJECTS, type Subject } from './models/index.ts';
import { photograph, sceneOf, type Scene, type Shot, type Size } from './render-picture.ts';

/** Of a slight tint of the paper behind. */
const TINT = '#7fa6d8';
/** A floor plan is looked at from above. */
const PLAN_SHOT: Shot = { around: 18, above: 58 };

const subjectOf = (key: string): Subject => {
  const subject = SUBJECTS[key];
  if (!subject) throw new RangeError(`nothing is modelled for ${key}`);
  return subject;
};

/** Photographer of one kind of lot: red, green and blue bytes of a view. The scene is built once for all views. */
export function photographerOf(key: string): (view: number, size?: Size) => Buffer {
  const subject = subjectOf(key);
  let scene: Scene | undefined;
  return (view, size: Size = PICTURE_SIZE) => {
    const shot = SHOTS[view];
    if (!shot) throw new RangeError(`there is no view ${view}`);
    const last = view === SHOTS.length - 1;
    if (last && subject.plan) return photograph(sceneOf(subject.plan()), PLAN_SHOT, size, TINT);
    scene ??= sceneOf(subject.model());
    return photograph(scene, last ? { ...shot, ...subject.detail } : shot, size, TINT);
  };
}

/** Pixels as a WebP file. */
export const encoded = (pixels: Buffer, size: Size = PICTURE_SIZE): Promise<Buffer> =>
  sharp(pixels, { raw: { ...size, channels: 3 } })
    .webp({ quality: 72, effort: 4 })
    .toBuffer();
