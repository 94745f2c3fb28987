import {
  checkNumber,
  numberField,
  type AccountsService,
  type NumberMoves,
} from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import { inTransaction, inTurn, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, forbidden, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import type { MyClaim } from '#shared/api/cabinet/number-claims.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { NUMBER_CLAIM } from '#shared/lifecycles/number-claim.ts';
import { CLAIMS_DAYS, CLAIMS_MAX } from '#shared/limits/number-claims.ts';
import { evidenceOfClaim } from './claim-evidence.ts';
import { myClaimView } from './claim-views.ts';
import { createNumberClaimsRepository } from './number-claims.repository.ts';

/** Claims that a person reads of their own, the newest; no more than a few are begun in a month. */
const SHOWN = 20;

/** Whose claim it is, with the client address for the action log. */
export interface Claimant {
  personId: string;
  address: string;
}

export interface ClaimNumberDeps {
  db: AnyDb;
  accounts: Pick<AccountsService, 'byId'>;
  moves: Pick<NumberMoves, 'holders'>;
  files: Pick<FilesService, 'countsOf'>;
  actions: Pick<ActionLog, 'record'>;
}

export type ClaimNumber = ReturnType<typeof createClaimNumber>;

/** What a person does about a number of theirs that another account has. */
export function createClaimNumber({ db, accounts, moves, files, actions }: ClaimNumberDeps) {
  const record = (tx: AnyDb, { personId, address }: Claimant, action: string, id: number) =>
    actions.record(
      { personId, address, type: 'account', action, result: 'done', reason: `number-claim:${id}` },
      tx,
    );

  async function shown(id: number): Promise<MyClaim> {
    const row = await createNumberClaimsRepository(db).find(id);
    if (!row) throw notFound();
    return myClaimView(row);
  }

  /** A change of one's own claim, under its lock. */
  async function onOwn(id: number, event: 'submit' | 'withdraw', by: Claimant): Promise<MyClaim> {
    await inTransaction(db, async (tx) => {
      const claims = createNumberClaimsRepository(tx);
      const row = await claims.lock(id);
      if (row?.claimant_id !== by.personId) throw notFound();
      if (!allows(NUMBER_CLAIM, row.state, event)) throw conflict('number-claims.decided');
      if (event === 'submit' && (await files.countsOf(tx, evidenceOfClaim(id))).documents === 0)
        throw ruleForbids('number-claims.no-evidence');
      await claims.move(id, event, by.personId);
      await record(tx, by, event === 'submit' ? 'claim-submitted' : 'claim-withdrawn', id);
    });
    return shown(id);
  }

  return {
    async mine(personId: string): Promise<MyClaim[]> {
      return (await createNumberClaimsRepository(db).ofPerson(personId, SHOWN)).map(myClaimView);
    },

    /**
     * A draft. Whose account has the number is in no answer.
     * @throws 400 `profile.pinfl`, `profile.stir`; 403 `number-claims.unconfirmed`; 409 `profile.id-is-set`,
     * `number-claims.free`, `number-claims.open`; 422 `number-claims.too-many`
     */
    async begin(
      by: Claimant,
      { number, statement }: { number: string; statement: string },
    ): Promise<MyClaim> {
      const person = await accounts.byId(by.personId);
      if (!person) throw notFound();
      const field = numberField(person.kind);
      if (person[field] !== null) throw conflict('profile.id-is-set');
      checkNumber(person.kind, number);
      // A stranger who typed a phone into a form learns nothing about numbers.
      if (!person.phoneConfirmed && !person.emailConfirmed) throw forbidden('number-claims.unconfirmed');
      const id = await inTurn(db, `number-claims:${by.personId}`, async (tx) => {
        const claims = createNumberClaimsRepository(tx);
        if ((await claims.countSince(by.personId, CLAIMS_DAYS)) >= CLAIMS_MAX)
          throw ruleForbids('number-claims.too-many');
        const holders = await moves.holders(tx, { claimantId: by.personId, field, number });
        if (holders.length === 0) throw conflict('number-claims.free');
        const added = await claims.add({ claimantId: by.personId, field, number, statement });
        if (added === null) throw conflict('number-claims.open');
        await record(tx, by, 'claim-begun', added);
        return added;
      });
      return shown(id);
    },

    submit: (id: number, by: Claimant): Promise<MyClaim> => onOwn(id, 'submit', by),
    withdraw: (id: number, by: Claimant): Promise<MyClaim> => onOwn(id, 'withdraw', by),
  };
}
