import type { Signer } from '#server/integrations/signer/index.ts';
import { signedBytes, type SignedStatement } from '#shared/trust/signed-statement.ts';
import type { SignedStatementsRepository, StatementName } from './signed-statements.repository.ts';

interface PinningDeps {
  signer: Signer;
  statements: Pick<SignedStatementsRepository, 'find' | 'add' | 'listKey' | 'isRevoked'>;
}

export type Pinning = ReturnType<typeof createPinning>;

/**
 * Statements that are signed once: stored with the signature when they are first needed, and given out as stored ever after, whatever key
 * signs by then.
 */
export function createPinning({ signer, statements }: PinningDeps) {
  let listed: Promise<void> | null = null;

  /** The present key is listed before anything signed by it is given out. */
  function listKey(): Promise<void> {
    listed ??= signer
      .key()
      .then(({ keyId, publicKey }) => statements.listKey(keyId, publicKey.x))
      .catch((error: unknown) => {
        // The caller learns it; the next one tries again.
        listed = null;
        throw error;
      });
    return listed;
  }

  async function sign<Format extends string, Statement>(
    format: Format,
    statement: Statement,
  ): Promise<SignedStatement<Format, Statement>> {
    await listKey();
    const { keyId } = await signer.key();
    const { signature } = await signer.sign(signedBytes({ format, keyId, statement }));
    return { format, keyId, statement, signature: Buffer.from(signature).toString('base64url') };
  }

  return {
    listKey,
    sign,

    async statement<Format extends string, Statement extends { lotId: number }>(
      name: StatementName,
      format: Format,
      { person, state }: { person: string | null; state: () => Promise<Statement | null> },
    ): Promise<SignedStatement<Format, Statement> | null> {
      const before = await statements.find(name);
      if (before) {
        const signedBefore = JSON.parse(before) as SignedStatement<Format, Statement>;
        // The same statement, with a signature that somebody else cannot have made.
        return (await statements.isRevoked(signedBefore.keyId))
          ? sign(format, signedBefore.statement)
          : signedBefore;
      }
      const statement = await state();
      if (!statement) return null;
      const signed = await sign(format, statement);
      const document = JSON.stringify(signed);
      const { keyId } = signed;
      const counts = await statements.add(name, { lotId: statement.lotId, person, keyId, document });
      return JSON.parse(counts) as SignedStatement<Format, Statement>;
    },

    /** A text that carries its signature in itself. */
    async text(
      name: StatementName,
      lotId: number,
      make: () => Promise<{ keyId: string; document: string }>,
    ): Promise<string> {
      const before = await statements.find(name);
      if (before) return before;
      await listKey();
      return statements.add(name, { lotId, person: null, ...(await make()) });
    },
  };
}
