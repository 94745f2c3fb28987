import { z } from 'zod';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { OPEN_DATA_FORMATS, OPEN_DATA_LICENCE, OPEN_DATA_REASONS } from '../../open-data/open-data-files.ts';
import { contract } from '../contract.ts';
import { wholeNumber } from '../fields.ts';

const versionSchema = z.object({
  version: z.int(),
  reason: z.enum(OPEN_DATA_REASONS),
  /** Auctions in it. */
  rows: z.int(),
  builtAtMs: z.number(),
  files: z.array(
    z.object({ format: z.enum(OPEN_DATA_FORMATS), bytes: z.int(), sha256: z.string(), url: z.string() }),
  ),
  /** Address of the signed list of these files with their checksums and the checkpoint of the transparency log. */
  manifestUrl: z.string(),
});
export type OpenDataVersion = z.infer<typeof versionSchema>;

export const openDataList = contract({
  name: 'open-data.list',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/shop/open-data',
  summary: 'Files with the results of finished auctions, day by day, the newest day first, and of all days',
  tag: 'site',
  access: 'public',
  rateLimit: { perMinute: 120 },
  query: z.strictObject({
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    licence: z.literal(OPEN_DATA_LICENCE),
    /** null: there are none yet. */
    whole: versionSchema.nullable(),
    /** Versions the newest first: the first one counts, the others stay as they were. */
    items: z.array(z.object({ day: z.string(), versions: z.array(versionSchema).min(1) })),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

export const openDataDictionary = contract({
  name: 'open-data.dictionary',
  refusals: {},
  method: 'get',
  path: '/api/shop/open-data/dictionary',
  summary: 'What each column of the open data means, with its type and unit',
  tag: 'site',
  access: 'public',
  rateLimit: { perMinute: 60 },
  answer: z.array(
    z.object({
      name: z.string(),
      type: z.enum(['integer', 'text', 'code', 'instant', 'day']),
      nullable: z.boolean(),
      unit: z.enum(['tiyin', 'month', 'instant', 'day', 'count']).nullable(),
      /** Of a code. */
      values: z.array(z.string()).nullable(),
      meaning: localizedTextSchema,
    }),
  ),
});

export const openDataContracts = [openDataList, openDataDictionary];
