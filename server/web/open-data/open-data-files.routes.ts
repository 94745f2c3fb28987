import type { OpenData } from '#server/domains/trade/open-data/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { streamTo, type HttpApp } from '#server/platform/http/index.ts';
import {
  OPEN_DATA_FORMATS,
  openDataFileName,
  type OpenDataFormat,
} from '#shared/open-data/open-data-files.ts';
import { fileLimit } from '../file-limits.ts';

export interface OpenDataRouteDeps {
  openData: Pick<OpenData, 'file' | 'manifest'>;
}

const MEDIA_TYPES: Readonly<Record<OpenDataFormat, string>> = {
  jsonl: 'application/jsonl; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  parquet: 'application/vnd.apache.parquet',
};

/** The files of a version never change once they are there. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const PERIOD = /^(?:all|\d{4}-\d{2}-\d{2})$/;
const FILE = new RegExp(`^v([1-9]\\d{0,6})\\.(json|${OPEN_DATA_FORMATS.join('|')})$`);

/** `/open-data/files/{day or all}/v{version}.{format}`, and `.json` for the signed manifest. */
export function registerOpenDataFileRoutes(app: HttpApp, { openData }: OpenDataRouteDeps): void {
  const limit = app.limit(fileLimit('open-data', 120));

  app.api.get('/open-data/files/:period/:file', limit, async (req, res) => {
    const { period, file } = req.params as { period: string; file: string };
    const [, digits, ending] = FILE.exec(file) ?? [];
    if (!PERIOD.test(period) || digits === undefined) throw notFound();
    const version = Number(digits);
    if (ending === 'json') {
      const manifest = await openData.manifest(period, version);
      if (manifest === null) throw notFound();
      // Signed again where its key was revoked.
      res.set('Cache-Control', 'no-cache').type('json').send(manifest);
      return;
    }
    const format = ending as OpenDataFormat;
    const found = await openData.file(period, version, format);
    if (!found) throw notFound();
    res
      .set('Cache-Control', FOR_EVER)
      .set('Content-Type', MEDIA_TYPES[format])
      .set('Content-Length', String(found.bytes))
      .set('ETag', `"${found.sha256}"`)
      .attachment(openDataFileName(period, version, format));
    res.set('Content-Type', MEDIA_TYPES[format]);
    streamTo(found.body, res);
  });
}
