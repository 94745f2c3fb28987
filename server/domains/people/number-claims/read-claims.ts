import type { AccountsService, NumberMoves } from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import type { ClaimAccount, ListedClaim, NumberClaim } from '#shared/api/cabinet/number-claims.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import type { AccountTie } from '#shared/limits/number-claims.ts';
import { evidenceOfClaim } from './claim-evidence.ts';
import {
  claimAccountView,
  listedClaimView,
  maskedNumber,
  movesOfClaim,
  type ClaimReader,
} from './claim-views.ts';
import type { ClaimRow } from './number-claim-tables.ts';
import { createNumberClaimsRepository, type ClaimFilter } from './number-claims.repository.ts';

export interface ReadClaimsDeps {
  db: AnyDb;
  accounts: Pick<AccountsService, 'byIds'>;
  moves: Pick<NumberMoves, 'holders'>;
  files: Pick<FilesService, 'documents'>;
  actions: Pick<ActionLog, 'record'>;
  tiesOf(db: AnyDb, personId: string): Promise<AccountTie[]>;
  /** Last day of a bar in force under the number, `YYYY-MM-DD`. */
  barredUntil(field: 'pinfl' | 'stir', number: string): Promise<string | null>;
}

export type ReadClaims = ReturnType<typeof createReadClaims>;

/** Claims as staff read them. */
export function createReadClaims(deps: ReadClaimsDeps) {
  const { db, accounts, moves, files, actions, tiesOf, barredUntil } = deps;
  const claims = createNumberClaimsRepository(db);

  /** Those who had the number when it was granted; before that, who has it now. */
  const holdersOf = (row: ClaimRow): Promise<string[]> =>
    row.state === 'granted'
      ? Promise.resolve(row.holder_ids ?? [])
      : inTransaction(db, (tx) => moves.holders(tx, { ...row, claimantId: row.claimant_id }));

  async function accountsOf(row: ClaimRow, ids: readonly string[]): Promise<Map<string, ClaimAccount>> {
    const [people, certified] = await Promise.all([
      accounts.byIds(ids),
      claims.certified(ids, row.field, row.number),
    ]);
    const views = people.map(
      async (person) =>
        [
          person.id,
          claimAccountView(person, {
            certified: certified.has(person.id),
            ties: await tiesOf(db, person.id),
          }),
        ] as const,
    );
    return new Map(await Promise.all(views));
  }

  /** @throws 404 also for a draft, which is its author's alone */
  async function one(id: number, reader: ClaimReader): Promise<NumberClaim> {
    const row = await claims.named(id);
    if (!row?.submitted_at) throw notFound();
    const holderIds = await holdersOf(row);
    const [views, documents, steps, barred] = await Promise.all([
      accountsOf(row, [row.claimant_id, ...holderIds]),
      files.documents(evidenceOfClaim(id), reader),
      claims.steps(id),
      barredUntil(row.field, row.number),
    ]);
    const claimantAccount = views.get(row.claimant_id);
    if (!claimantAccount) throw new Error(`the claimant of number claim ${id} has no account`);
    return {
      ...listedClaimView(row),
      number: hasRight(reader.roles, 'decideNumberClaims') ? row.number : maskedNumber(row),
      statement: row.statement,
      evidence: documents.items,
      claimantAccount,
      barredUntil: barred,
      holders: holderIds.flatMap((holder) => views.get(holder) ?? []),
      history: steps.map(({ action, name, note, at }) => ({ action, by: name, note, atMs: at.getTime() })),
      may: movesOfClaim(row, reader),
    };
  }

  return {
    one,

    /** The reading is recorded: what staff look at is in their action log. */
    async read(id: number, reader: ClaimReader & { address: string }): Promise<NumberClaim> {
      const claim = await one(id, reader);
      await actions.record({
        personId: reader.personId,
        type: 'account',
        action: 'claim-viewed',
        result: 'done',
        reason: `number-claim:${id}`,
        address: reader.address,
      });
      return claim;
    },

    async list(
      state: ClaimFilter,
      { page, size }: { page: number; size: number },
    ): Promise<{ items: ListedClaim[]; waiting: number; total: number }> {
      const [rows, total, waiting] = await Promise.all([
        claims.list(state, { limit: size, offset: (page - 1) * size }),
        claims.count(state),
        claims.count('waiting'),
      ]);
      return { items: rows.map(listedClaimView), waiting, total };
    },
  };
}
