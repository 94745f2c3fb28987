import { inTransaction, writeOutbox, type AnyDb } from '#server/platform/database/index.ts';
import { SIGN_IN_EVENTS, type FactorChange } from '../../sign-in.events.ts';
import type { IdentityAccount } from '../identity-accounts.repository.ts';
import { createFactorRepository, hasFactor, type FactorSummary } from './factors.repository.ts';
import type { Passkeys, PasskeyQuestion } from './passkeys.ts';
import { newRecoveryCode, parseRecoveryCode, RECOVERY_CODES, recoveryHash } from './recovery-codes.ts';
import type { SecretBox } from '#server/platform/secret-box/index.ts';
import { newTotpSecret, totpSetup, totpStep } from './totp.ts';

/** More would hide a foreign one among them. */
export const MOST_PASSKEYS = 10;

type Owner = Pick<IdentityAccount, 'id' | 'phone' | 'name'>;

export interface SecondFactorsDeps {
  db: AnyDb;
  box: SecretBox;
  passkeys: Passkeys;
  now?: () => number;
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** What an account shows beside its password: codes of an application, passkeys, and recovery codes in their place. */
export function createSecondFactors({ db, box, passkeys, now = Date.now }: SecondFactorsDeps) {
  const factors = createFactorRepository(db);

  const announce = (tx: AnyDb, accountId: string, change: FactorChange) =>
    writeOutbox(tx, { topic: SIGN_IN_EVENTS.factorChanged, payload: { accountId, change, atMs: now() } });

  /** Makes recovery codes where there are none yet. */
  async function firstCodes(tx: AnyDb, accountId: string): Promise<string[] | null> {
    const { codesLeft } = await createFactorRepository(tx).summary(accountId);
    return codesLeft > 0 ? null : writeCodes(tx, accountId);
  }

  async function writeCodes(tx: AnyDb, accountId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await createFactorRepository(tx).setCodes(
      accountId,
      codes.map((code) => recoveryHash(accountId, code)),
    );
    return codes;
  }

  return {
    passkeysOffered: passkeys.offered,

    of: (accountId: string): Promise<FactorSummary> => factors.summary(accountId),
    has: async (accountId: string): Promise<boolean> => hasFactor(await factors.summary(accountId)),

    /** A new secret for an application, sealed: nothing is in force until a code of it was shown. */
    newApp: ({ id }: Owner): string => box.seal(id, newTotpSecret()).toString('base64'),
    setupOf: ({ id, phone }: Owner, sealed: string) =>
      totpSetup(box.open(id, Buffer.from(sealed, 'base64')), phone),

    /**
     * Puts the application in force, in place of an earlier one. Null: the code is wrong. `codes`: recovery codes made with
     * the first factor, to be shown once.
     * @param first null as well where the account has a factor by now: it was to be the first
     */
    async confirmApp(
      { id }: Owner,
      sealed: string,
      code: string,
      first: boolean,
    ): Promise<{ codes: string[] | null } | null> {
      const bytes = Buffer.from(sealed, 'base64');
      const step = totpStep(box.open(id, bytes), code.replace(/\s/g, ''), now());
      if (step === null) return null;
      return inTransaction(db, async (tx) => {
        const repository = createFactorRepository(tx);
        await repository.lock(id);
        if (first && hasFactor(await repository.summary(id))) return null;
        await repository.setApp(id, bytes, step);
        await announce(tx, id, 'app-set');
        return { codes: await firstCodes(tx, id) };
      });
    },

    toRegister: async (owner: Owner): Promise<PasskeyQuestion> =>
      passkeys.toRegister(
        { id: owner.id, login: owner.phone, name: owner.name },
        await factors.passkeys(owner.id),
      ),

    /** Null: the answer is wrong, the passkey is known already, or there are too many; `first` as above. */
    async addPasskey(
      { id }: Owner,
      answer: string,
      challenge: string,
      first: boolean,
    ): Promise<{ codes: string[] | null } | null> {
      const made = await passkeys.registered(answer, challenge);
      if (!made) return null;
      return inTransaction(db, async (tx) => {
        const repository = createFactorRepository(tx);
        await repository.lock(id);
        if (first && hasFactor(await repository.summary(id))) return null;
        if ((await repository.passkeys(id)).length >= MOST_PASSKEYS) return null;
        if (!(await repository.addPasskey(id, made))) return null;
        await announce(tx, id, 'passkey-added');
        return { codes: await firstCodes(tx, id) };
      });
    },

    /** False for the last factor: another one is set up first. */
    removePasskey: (accountId: string, passkeyId: string): Promise<boolean> =>
      inTransaction(db, async (tx) => {
        const repository = createFactorRepository(tx);
        await repository.lock(accountId);
        const { appSince, passkeys: known } = await repository.summary(accountId);
        if (!known.some(({ id }) => id === passkeyId)) return true;
        if (appSince === null && known.length === 1) return false;
        await repository.removePasskey(accountId, passkeyId);
        await announce(tx, accountId, 'passkey-removed');
        return true;
      }),

    /** In place of all earlier ones, which end. */
    newCodes: (accountId: string): Promise<string[]> =>
      inTransaction(db, async (tx) => {
        await createFactorRepository(tx).lock(accountId);
        await announce(tx, accountId, 'codes-made');
        return writeCodes(tx, accountId);
      }),

    /**
     * Uses up a code of the application (six digits) or a recovery code. Wrong, used and unknown ones are all `false`.
     */
    async takeCode(accountId: string, typed: string): Promise<boolean> {
      const digits = typed.replace(/\s/g, '');
      if (/^\d{6}$/.test(digits)) {
        const sealed = await factors.app(accountId);
        const step = sealed && totpStep(box.open(accountId, sealed), digits, now());
        return step !== null && factors.useStep(accountId, step);
      }
      const code = parseRecoveryCode(typed);
      if (code === null) return false;
      return inTransaction(db, async (tx) => {
        const used = await createFactorRepository(tx).useCode(accountId, recoveryHash(accountId, code));
        if (used) await announce(tx, accountId, 'code-used');
        return used;
      });
    },

    toSignIn: async (accountId: string): Promise<PasskeyQuestion> =>
      passkeys.toSignIn(await factors.passkeys(accountId)),

    async takePasskey(accountId: string, answer: string, challenge: string): Promise<boolean> {
      const known = await factors.passkeys(accountId);
      const used = await passkeys.signedIn(answer, challenge, known);
      return used !== null && factors.usePasskey(accountId, used.id, used.counter);
    },
  };
}
