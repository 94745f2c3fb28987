import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { describe, expect, it, vi } from 'vitest';
import { fillLedger } from '../../loadtest/lib/long-ledger.ts';
import { chromiumPath } from './fixtures/browser.ts';
import { productFixture } from './fixtures/product-fixture.ts';
import { startProduct } from './fixtures/product.ts';
import { signInAt } from './fixtures/sign-in.ts';
import { addPeople, PASSWORD } from './fixtures/world.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 480_000 });

const ROWS = 100_000;
const MIB = 1024 * 1024;
const MOST_MIB = 64;
const LOOK_MS = 100;

describe.skipIf(!chromiumPath)('a person with a hundred thousand movements of money', () => {
  const all = productFixture(() => startProduct());

  const residentBytes = async () => {
    const metrics = await (await fetch(`${all.product.url}/metrics`)).text();
    return Number(/^process_resident_memory_bytes\{.*\} (\d+)/m.exec(metrics)?.[1]);
  };

  it('takes them along from the page, and the server stays as small as it was', async () => {
    const [person] = await addPeople(all.product, ['Eksportchi Namunaxon']);
    await fillLedger(all.product.database.url, person!.id, ROWS);
    const { page, errors, close } = await all.visit();
    await signInAt(page, person!.phone, PASSWORD, '/profile/transactions');
    const save = async (name: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download', { timeout: 300_000 }),
        page.getByRole('link', { name, exact: true }).click(),
      ]);
      return file;
    };
    // What the process needs once for its first file is not counted: no row of it has this kind.
    await page.goto('/profile/transactions?kind=hold');
    await save('CSV fayli');
    await page.goto('/profile/transactions');

    for (const name of ['CSV fayli', 'Excel fayli']) {
      const before = await residentBytes();
      let peak = before;
      const watching = setInterval(
        () =>
          void residentBytes().then(
            (bytes) => (peak = Math.max(peak, bytes)),
            // The next look asks again.
            () => undefined,
          ),
        LOOK_MS,
      );
      const startedAt = performance.now();
      const file = await save(name).finally(() => clearInterval(watching));
      const addedMib = (peak - before) / MIB;
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      console.log(`${name}: ${ROWS} rows in ${seconds} s, + ${addedMib.toFixed(1)} MiB`);
      expect(addedMib).toBeLessThan(MOST_MIB);
      if (name !== 'CSV fayli') continue;
      let lines = 0;
      for await (const line of createInterface({ input: createReadStream(await file.path()) }))
        lines += line === '' ? 0 : 1;
      expect(lines).toBe(ROWS + 1);
    }
    expect(errors).toEqual([]);
    await close();
  });
});
