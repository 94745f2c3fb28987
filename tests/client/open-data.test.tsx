import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OpenDataPage } from '#client/features/site/open-data/open-data-page.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import type { OpenDataVersion } from '#shared/api/site/open-data.ts';
import { serve, show } from './page.tsx';

const version = (period: string, number: number, reason: OpenDataVersion['reason']): OpenDataVersion => ({
  version: number,
  reason,
  rows: 2,
  builtAtMs: 1_763_712_000_000,
  files: (['jsonl', 'csv', 'parquet'] as const).map((format) => ({
    format,
    bytes: 20_480,
    sha256: 'ab'.repeat(32),
    url: `/open-data/files/${period}/v${number}.${format}`,
  })),
  manifestUrl: `/open-data/files/${period}/v${number}.json`,
});
const DICTIONARY = [
  {
    name: 'outcome',
    type: 'code',
    nullable: false,
    unit: null,
    values: ['sold', 'withdrawn'],
    meaning: { uz: 'Natija', ru: 'Итог', 'uz-Cyrl': 'Натижа', en: 'How the auction ended' },
  },
];

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['open-data']);
});
afterEach(() => vi.unstubAllGlobals());

describe('the page of open data', () => {
  it('gives every version of a day with its reason, and what the columns mean', async () => {
    serve({
      'GET /api/shop/open-data': {
        body: {
          licence: 'CC-BY-4.0',
          whole: version('all', 4, 'new-days'),
          items: [
            {
              day: '2026-11-26',
              versions: [version('2026-11-26', 2, 'result-changed'), version('2026-11-26', 1, 'first')],
            },
          ],
          total: 1,
          page: 1,
          size: 20,
        },
      },
      'GET /api/shop/open-data/dictionary': { body: DICTIONARY },
    });
    show(<OpenDataPage />, '/open-data');
    const day = within((await screen.findByRole('heading', { name: '26.11.2026' })).closest('section')!);
    expect(day.getByText(/Version 2, a result changed/)).toBeVisible();
    expect(day.getByText(/Version 1, first version/)).toBeVisible();
    const [csv] = day.getAllByRole('link', { name: 'CSV' });
    expect(csv).toHaveAttribute('href', '/open-data/files/2026-11-26/v2.csv');
    expect(csv).toHaveAttribute('download', 'savdo-results-2026-11-26.v2.csv');
    expect(screen.getByText(/CC-BY-4.0/)).toBeVisible();
    const row = within(await screen.findByRole('row', { name: /outcome/ }));
    expect(row.getByText('How the auction ended')).toBeVisible();
    expect(row.getByText('withdrawn')).toBeVisible();
  });

  it('says that there is nothing yet', async () => {
    serve({
      'GET /api/shop/open-data': {
        body: { licence: 'CC-BY-4.0', whole: null, items: [], total: 0, page: 1, size: 20 },
      },
      'GET /api/shop/open-data/dictionary': { body: DICTIONARY },
    });
    show(<OpenDataPage />, '/open-data');
    expect(await screen.findByText('No data yet')).toBeVisible();
  });
});
