import type { LotsService } from '#server/domains/trade/lots/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import type { HttpApp } from '#server/platform/http/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import { fileLimit } from '../file-limits.ts';
import { lotImageContent } from '../head/lot-page-head.ts';
import { pageLanguage } from '../page-language.ts';
import { drawLotImage, type LotImageContent } from './draw-lot-image.ts';
import { createImageCache } from './image-cache.ts';
import { imageName } from './image-name.ts';

export interface ShareImageRouteDeps {
  lots: Pick<LotsService, 'details'>;
  texts: Texts;
  /** Bytes of a public photo by its address; null: it is not stored. Rejects while the storage is away. */
  photoBytes(url: string): Promise<Buffer | null>;
  logger: Logger;
}

/** The storage of photos cannot be read now. */
class PhotoAway extends Error {}

const IMAGES = { maxBytes: 16 * 2 ** 20, maxDrawing: 1, maxWaiting: 20 };

/** Images that messengers and social networks show next to a link to a lot. */
export function registerShareImageRoutes(
  app: HttpApp,
  { lots, texts, photoBytes, logger }: ShareImageRouteDeps,
): void {
  const images = createImageCache(IMAGES);

  async function imageOf(content: LotImageContent): Promise<{ name: string; image: Buffer }> {
    const { photo } = content;
    const name = imageName(content);
    const read = async (url: string): Promise<Buffer | null> => {
      try {
        return await photoBytes(url);
      } catch (cause) {
        throw new PhotoAway(url, { cause });
      }
    };
    const draw = async () => drawLotImage(content, photo === null ? null : await read(photo));
    try {
      return { name, image: await images.get(name, draw) };
    } catch (error) {
      if (!(error instanceof PhotoAway)) throw error;
      // Retried by the next request: until then the lot is shown by its texts.
      logger.warn({ err: error, photo }, 'image of a lot drawn without its photo');
      return imageOf({ ...content, photo: null });
    }
  }

  app.api.get('/og/lot/:file', app.limit(fileLimit('lot-image', 60)), async (req, res) => {
    const id = Number(/^([1-9]\d{0,15})\.png$/.exec(req.params.file as string)?.[1]);
    const lot = Number.isSafeInteger(id) ? await lots.details(id) : null;
    if (!lot) throw notFound();
    const content = lotImageContent(lot, pageLanguage(req), texts);
    const { name, image } = await imageOf(content);
    res
      .set({
        'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400',
        // Messengers show it on their own pages.
        'Cross-Origin-Resource-Policy': 'cross-origin',
        ETag: `"${name}"`,
      })
      .type('png')
      .send(image);
  });
}
