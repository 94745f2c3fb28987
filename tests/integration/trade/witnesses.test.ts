import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, test, onTestFinished } from 'vitest';
import { createWitness } from '#server/integrations/witness/index.ts';
import { createLocalSigner } from '#server/integrations/signer/index.ts';
import { openSignedRecords } from '#server/domains/trade/signed-records/index.ts';
import { createSignedStatementsRepository } from '#server/domains/trade/signed-records/signed-statements.repository.ts';
import {
  bytesOfBase64,
  cosignatureLine,
  cosignedAt,
  cosignedBytes,
  openNote,
  textOfNote,
  witnessText,
  type KnownWitness,
  type TreeHead,
} from '#shared/trust/checkpoint.ts';
import { hasOnlyGrown, hexOfHash } from '#shared/trust/merkle-proof.ts';
import { HEAD_FORMAT } from '#shared/trust/public-log.ts';
import { signedBytes } from '#shared/trust/signed-statement.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const signer = createLocalSigner('signs the witnessed log');

/** A log of heads on a database of its own; all of them by the operator's one key. */
async function aLog() {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const opened = openSignedRecords(database.db, {
    signer,
    origin: () => 'savdo.example/log',
    onChanged: () => undefined,
  });
  await opened.signedRecords.listKey();
  const statements = createSignedStatementsRepository(database.db);
  const append = async (...lots: [lotId: number, winnerNumber: number][]) => {
    for (const [lotId, winnerNumber] of lots) {
      const { keyId } = await signer.key();
      const statement = { lotId, winnerNumber };
      const { signature } = await signer.sign(signedBytes({ format: HEAD_FORMAT, keyId, statement }));
      const text = Buffer.from(signature).toString('base64url');
      const document = JSON.stringify({ format: HEAD_FORMAT, keyId, statement, signature: text });
      await statements.add(
        { kind: 'log-head', subject: String(lotId) },
        { lotId, person: null, keyId, document },
      );
    }
    return opened.transparencyLog.checkpoint();
  };
  return { ...opened, database, append };
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of req) text += String(part);
  return text;
}

/** A witness as C2SP tlog-witness says, on a port of its own. */
class SmallWitness {
  readonly #server: Server;
  readonly #key = createLocalSigner('the key of a witness');
  known: TreeHead | null = null;
  asked = 0;
  behaviour: 'honest' | 'silent' | 'lies' | 'endless' = 'honest';
  url = '';
  witness!: KnownWitness;

  constructor() {
    this.#server = createServer((req, res) => {
      void bodyOf(req).then(async (body) => {
        this.asked += 1;
        if (this.behaviour === 'silent') return;
        if (this.behaviour === 'endless') return void res.writeHead(200).end('—'.repeat(20_000));
        const [status, text] = await this.#answer(body);
        res.writeHead(status).end(text);
      });
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => this.stop());
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    this.witness = { name: 'witness.example/one', key: (await this.#key.key()).publicKey };
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async client(timeoutMs = 300) {
    return createWitness({ verifier: await witnessText(this.witness), url: this.url }, timeoutMs);
  }

  async #answer(body: string): Promise<[number, string]> {
    const at = body.indexOf('\n\n');
    const [old = '', ...proof] = body.slice(0, at).split('\n');
    const note = body.slice(at + 2);
    const head = await openNote(note, [(await signer.key()).publicKey]);
    if (!head) return [403, ''];
    const before = Number(/^old (\d+)$/.exec(old)?.[1]);
    const known = this.known ?? { size: 0, root: new Uint8Array() };
    if (before !== known.size) return [409, `${known.size}\n`];
    if (before === head.size && hexOfHash(known.root) !== hexOfHash(head.root))
      return [409, `${known.size}\n`];
    const hashes = proof.map((line) => bytesOfBase64(line)!);
    if (before > 0 && !(await hasOnlyGrown(known, head, hashes))) return [422, ''];
    this.known = head;
    const seconds = Math.floor(Date.now() / 1_000);
    const text = this.behaviour === 'lies' ? 'another log\n1\nroot\n' : textOfNote(note);
    const { signature } = await this.#key.sign(cosignedBytes(text, seconds));
    return [200, await cosignatureLine(this.witness, seconds, signature)];
  }
}

let log: Awaited<ReturnType<typeof aLog>>;
let small: SmallWitness;
beforeEach(async () => {
  log = await aLog();
  small = await new SmallWitness().start();
});

const signatures = async ({ database }: { database: TestDatabase }) =>
  (
    await database.pool.query<{ size: number }>('select size from transparency_cosignature order by size')
  ).rows.map(({ size }) => size);

describe('a witness', () => {
  test('signs that the log has only grown, and the state is served with its signature', async () => {
    const witness = await small.client();
    await log.askWitness(witness);
    expect(small.asked).toBe(0);
    for (let lot = 1; lot <= 9; lot += 1) {
      await log.append([lot, 1]);
      // Not every state is shown: the proof is from the last one that was.
      if (lot % 3 !== 2) await log.askWitness(witness);
    }
    expect(await signatures(log)).toEqual([1, 3, 4, 6, 7, 9]);
    const asked = small.asked;
    await log.askWitness(witness);
    expect(small.asked).toBe(asked);
    const note = await log.transparencyLog.checkpoint();
    expect(await openNote(note, [(await signer.key()).publicKey])).toMatchObject({ size: 9 });
    const signed = await cosignedAt(note, small.witness);
    expect(Math.abs(signed!.atSeconds * 1_000 - Date.now())).toBeLessThan(60_000);
    const somebody = { ...small.witness, key: (await signer.key()).publicKey };
    expect(await cosignedAt(note, somebody)).toBeNull();
    expect(await cosignedAt(note.replace('\n9\n', '\n8\n'), small.witness)).toBeNull();
  });

  test('that is away, silent, endless or lies leaves the state as it is, and is asked again', async () => {
    const witness = await small.client();
    const own = await log.append([1, 1]);
    const absent = createWitness({ verifier: await witnessText(small.witness), url: 'http://127.0.0.1:1' });
    await expect(log.askWitness(absent)).rejects.toThrow();
    small.behaviour = 'silent';
    await expect(log.askWitness(witness)).rejects.toThrow(/timeout/i);
    small.behaviour = 'endless';
    await expect(log.askWitness(witness)).rejects.toThrow('answered more than');
    small.behaviour = 'lies';
    await expect(log.askWitness(witness)).rejects.toThrow('does not hold');
    expect(await log.transparencyLog.checkpoint()).toBe(own);
    small.behaviour = 'honest';
    // It remembers the state it lied about; the next question begins there.
    await log.append([2, 1]);
    await log.askWitness(witness);
    expect(await signatures(log)).toEqual([2]);
  });

  test.each([
    ['edited', [1, [2, 9], 3], 'knows another tree'],
    ['edited while it grew', [1, [2, 9], 3, 4], 'status 422'],
    ['shortened', [1, 2], 'has seen 3 leaves, and the log has 2'],
    ['reordered', [2, 1, 3, 4], 'status 422'],
    ['forked', [1, 2, 7, 8, 9], 'status 422'],
  ] as const)('does not sign a log that was %s', async (_how, lots, words) => {
    await log.append([1, 1], [2, 1], [3, 1]);
    await log.askWitness(await small.client());
    const other = await aLog();
    await other.append(
      ...lots.map((lot): [number, number] => (typeof lot === 'number' ? [lot, 1] : [lot[0], lot[1]])),
    );
    await expect(other.askWitness(await small.client())).rejects.toThrow(words);
    expect(await signatures(other)).toEqual([]);
    // The honest one goes on.
    await log.append([4, 1]);
    await log.askWitness(await small.client());
    expect(await signatures(log)).toEqual([3, 4]);
  });
});
