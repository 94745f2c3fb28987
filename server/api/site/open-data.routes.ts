import { columnTexts, type OpenData, type StoredVersion } from '#server/domains/trade/open-data/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import { openDataDictionary, openDataList, type OpenDataVersion } from '#shared/api/site/open-data.ts';
import { OPEN_DATA_LICENCE, openDataPath } from '#shared/open-data/open-data-files.ts';

const shown = ({ period, version, reason, rows, builtAt, files }: StoredVersion): OpenDataVersion => ({
  version,
  reason,
  rows,
  builtAtMs: builtAt.getTime(),
  files: files.map(({ format, bytes, sha256 }) => ({
    format,
    bytes,
    sha256,
    url: openDataPath(period, version, format),
  })),
  manifestUrl: openDataPath(period, version, 'json'),
});

export function registerOpenDataRoutes(app: HttpApp, openData: OpenData, texts: Texts): void {
  registerContract(app, openDataList, async (call) => {
    const { page, size } = call.query;
    const { days, total, whole } = await openData.list({ limit: size, offset: (page - 1) * size });
    const byDay = Map.groupBy(days, ({ period }) => period);
    return {
      licence: OPEN_DATA_LICENCE,
      whole: whole && shown(whole),
      items: [...byDay].map(([day, versions]) => ({ day, versions: versions.map(shown) })),
      total,
      page,
      size,
    };
  });
  const dictionary = columnTexts(texts);
  registerContract(app, openDataDictionary, () =>
    Promise.resolve(dictionary.map((column) => ({ ...column, values: column.values && [...column.values] }))),
  );
}
