import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { ConsentsService } from './consents.service.ts';
import type { WrittenTexts } from './signatures-tables.ts';

const ADD_OFFER_HELP = 'offer add FOLDER --effective YYYY-MM-DD --deadline YYYY-MM-DD';

const DAY = /^\d{4}-\d\d-\d\d$/;
/** Shorter is a mistake, not an offer. */
const SHORTEST = 100;

interface Output {
  line(text: string): void;
  error(text: string): void;
}

async function read(folder: string, part: 'offer' | 'contract'): Promise<WrittenTexts> {
  const one = async (language: string) => {
    const file = path.join(folder, `${part}.${language}.txt`);
    const text = (await readFile(file, 'utf8')).trim();
    if (text.length < SHORTEST) throw new RangeError(`${file} has no text`);
    return text;
  };
  return { uz: await one('uz'), ru: await one('ru'), en: await one('en') };
}

/**
 * Publishes a version of the offer from a folder of `offer.uz.txt`, `offer.ru.txt`, `offer.en.txt` and the same of
 * `contract`: for texts longer than the console's form accepts. Exit code 1 when they are refused, 2 for a wrong call.
 */
export async function runAddOfferCommand(
  args: readonly string[],
  { consents, out }: { consents: Pick<ConsentsService, 'addVersion'>; out: Output },
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    options: { effective: { type: 'string' }, deadline: { type: 'string' } },
  });
  const [folder, ...rest] = positionals;
  const [effectiveOn, deadlineOn] = [String(values.effective ?? ''), String(values.deadline ?? '')];
  if (!folder || rest.length > 0 || !DAY.test(effectiveOn) || !DAY.test(deadlineOn)) {
    out.error(ADD_OFFER_HELP);
    return 2;
  }
  try {
    const [offer, contract] = [await read(folder, 'offer'), await read(folder, 'contract')];
    const version = await consents.addVersion({ effectiveOn, deadlineOn, offer, contract });
    out.line(`version ${version}, in effect from ${effectiveOn}, to be signed by ${deadlineOn}`);
    return 0;
  } catch (error) {
    // Not retried: the files or the days must be changed. Unexpected errors are shown in full.
    const known = error instanceof RangeError || isMissing(error);
    if (!known) throw error;
    out.error((error as Error).message);
    return 1;
  }
}

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT';
