import { randomUUID } from 'node:crypto';
import { createWallet } from '#server/domains/wallet/index.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { callServer, type CallAnswer } from './app.ts';
import type { PlatformProcess } from './platform-process.ts';
import type { peopleOf } from './platform-people.ts';
import { eventually, type TestDatabase } from './services.ts';

export interface PlatformApplicant {
  personId: string;
  cookie: string;
  phone: string;
  call(method: string, path: string, body?: unknown): Promise<CallAnswer>;
  /** The newest code sent to the phone. */
  code(): Promise<string>;
  /** Sends a code and applies with it. */
  apply(lotId: number): Promise<CallAnswer>;
  /** What the person can spend, tiyin. */
  available(): Promise<number>;
  topUp(amountTiyin: number): Promise<void>;
}

let made = 0;

/** People on a running platform who may apply: profile in order, offer signed, so much money. */
export function applicantsOf(
  platform: () => PlatformProcess,
  database: () => TestDatabase,
  people: () => ReturnType<typeof peopleOf>,
) {
  return async function applicant(availableTiyin: number): Promise<PlatformApplicant> {
    made += 1;
    const id = randomUUID();
    const phone = `+99893${String(2_000_000 + made * 10_001).padStart(7, '0')}`;
    const pinfl = `3010190${String(made).padStart(6, '0')}`;
    await database().pool.query(
      `insert into person (id, issuer, subject, kind, name, phone, phone_confirmed_at, pinfl, language, roles)
       values ($1::uuid, 'test', $1::uuid::text, 'natural', $2, $3, now(), $4, 'uz', '{buyer}')`,
      [id, `Ishtirokchi ${made}`, phone, `${pinfl}${pinflCheckDigit(pinfl)}`],
    );
    await database().pool.query("update consent_version set deadline_on = '2099-12-31'");
    const { cookie } = await people().signIn({ personId: id, roles: ['buyer'] });
    const wallet = createWallet(database().db);
    const call = (method: string, path: string, body?: unknown) =>
      callServer(platform().url, method, path, { cookie, ...(body === undefined ? {} : { body }) });
    const person: PlatformApplicant = {
      personId: id,
      cookie,
      phone,
      call,
      code: () =>
        eventually(async () => {
          const { rows } = await database().pool.query<{ body: string }>(
            "select body from twin_message where channel = 'sms' and recipient = $1 order by id desc limit 1",
            [phone],
          );
          return /(?<!\d)\d{6}(?!\d)/.exec(rows[0]?.body ?? '')?.[0] ?? null;
        }, 'a code by SMS'),
      async apply(lotId) {
        const sent = await call('POST', '/api/shop/user-order/send-code', { lotId });
        if (sent.body.verdict !== 'sent') throw new Error(`no code: ${JSON.stringify(sent.body)}`);
        const code = await person.code();
        return call('POST', '/api/shop/user-order/create-user-order', { lotId, code });
      },
      available: () => wallet.balanceOf(id),
      async topUp(amountTiyin) {
        const key = randomUUID();
        await wallet.topUp({
          ...{ key, personId: id, amountTiyin, provider: 'test' },
          ...{ reference: `payment:${key}`, reason: 'test', actor: 'system' },
        });
      },
    };
    if (availableTiyin > 0) await person.topUp(availableTiyin);
    return person;
  };
}
