import { createHash } from 'node:crypto';
import { createPlacesEditing, type StoredBank } from '#server/domains/content/reference/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { BankFileProblem, BankPreview } from '#shared/api/console/console-reference.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { Recording, ReferenceStaff } from '../change-history.ts';
import { readBankFile, type BankFile, type DirectoryBank } from './bank-file.ts';

export interface BanksDeps {
  db: AnyDb;
  record: Recording;
}

export type BanksTaken =
  | { outcome: 'done'; added: number; renamed: number; ended: number; refused: number }
  | { outcome: BankFileProblem | 'other-file' };

const SHOWN = 100;
const markOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const isSame = (one: LocalizedText, other: LocalizedText): boolean =>
  (Object.keys(one) as (keyof LocalizedText)[]).every((language) => one[language] === other[language]);

interface Compared {
  added: DirectoryBank[];
  renamed: { bank: DirectoryBank; before: StoredBank }[];
  ended: StoredBank[];
  unchanged: number;
}

/** A bank that came back counts as added. Names without a code were there until the directory came. */
function compare(file: BankFile, stored: readonly StoredBank[]): Compared {
  const known = new Map(stored.flatMap((bank) => (bank.mfo === null ? [] : [[bank.mfo, bank] as const])));
  const codes = new Set(file.banks.map(({ mfo }) => mfo));
  const compared: Compared = { added: [], renamed: [], ended: [], unchanged: 0 };
  for (const bank of file.banks) {
    const before = known.get(bank.mfo);
    if (!before?.active) compared.added.push(bank);
    else if (isSame(before.name, bank.name)) compared.unchanged += 1;
    else compared.renamed.push({ bank, before });
  }
  compared.ended = stored.filter(({ active, mfo }) => active && (mfo === null || !codes.has(mfo)));
  return compared;
}

/** The directory of banks: what a file would change, and taking it over. The same file again changes nothing. */
export function createBankDirectory({ db, record }: BanksDeps) {
  return {
    async list({ search = '', page, size }: { search?: string | undefined; page: number; size: number }) {
      const { items, total } = await createPlacesEditing(db).pageOfBanks(search, {
        limit: size,
        offset: (page - 1) * size,
      });
      return { items, total, page, size };
    },

    async preview(bytes: Uint8Array): Promise<BankPreview | BankFileProblem> {
      const file = await readBankFile(bytes);
      if (typeof file === 'string') return file;
      const { added, renamed, ended, unchanged } = compare(file, await createPlacesEditing(db).banks());
      return {
        mark: markOf(bytes),
        rows: file.rows,
        unchanged,
        added: {
          count: added.length,
          first: added.slice(0, SHOWN).map(({ mfo, name }) => ({ mfo, name: name.uz })),
        },
        renamed: {
          count: renamed.length,
          first: renamed
            .slice(0, SHOWN)
            .map(({ bank, before }) => ({ mfo: bank.mfo, name: bank.name.uz, before: before.name.uz })),
        },
        ended: {
          count: ended.length,
          first: ended.slice(0, SHOWN).map(({ mfo, name }) => ({ mfo, name: name.uz })),
        },
        refused: { count: file.refused.length, first: file.refused.slice(0, SHOWN) },
      };
    },

    /** @param given.mark of the preview that was read @param given.fileName as the person's device calls it */
    async take(
      bytes: Uint8Array,
      given: { mark: string; fileName: string; by: ReferenceStaff },
    ): Promise<BanksTaken> {
      if (markOf(bytes) !== given.mark) return { outcome: 'other-file' };
      const file = await readBankFile(bytes);
      if (typeof file === 'string') return { outcome: file };
      return inTransaction(db, async (tx) => {
        const editing = createPlacesEditing(tx);
        await editing.lockBanks();
        const { added, renamed, ended } = compare(file, await editing.banks());
        const counts = { added: added.length, renamed: renamed.length, ended: ended.length };
        if (counts.added + counts.renamed > 0)
          await editing.putBanks([...added, ...renamed.map(({ bank }) => bank)]);
        await editing.endBanks(ended.map(({ id }) => id));
        const { added: more, renamed: other, ended: fewer } = counts;
        if (more + other + fewer > 0)
          await record(
            tx,
            {
              kind: 'bank',
              action: 'import',
              subject: given.fileName.slice(0, 200),
              reason: null,
              before: null,
              after: { text: `+${more} · ~${other} · −${fewer}`, sha256: given.mark, ...counts },
            },
            given.by,
          );
        return { outcome: 'done', ...counts, refused: file.refused.length };
      });
    },
  };
}
