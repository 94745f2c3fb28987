import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createLogger, maskPersonal } from '#server/platform/logging/index.ts';

function captured(write: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  write(createLogger({ level: 'debug' }, sink));
  return text;
}

describe('the log', () => {
  test('never holds secrets or personal ids, in fields, nested fields, messages or errors', () => {
    const pinfl = '31234567890123';
    const text = captured((logger) => {
      logger.info({ password: 'hunter2', person: { pinfl, phone: '+998901234567' } }, 'signed in');
      logger.info(
        { req: { headers: { cookie: 'savdo_session=abc', authorization: 'Bearer xyz' } } },
        'request',
      );
      logger.warn({ err: new Error(`duplicate key (pinfl)=(${pinfl})`) }, `account ${pinfl} exists`);
      logger.info({ order: { code: '123456' } }, 'card 8600123412341234 refused');
    });
    for (const secret of ['hunter2', pinfl, '998901234567', 'savdo_session=abc', 'xyz', '8600123412341234']) {
      expect(text).not.toContain(secret);
    }
    expect(text).toContain('…23');
  });

  test('keeps one entry on one line whatever a text holds', () => {
    const lines = captured((logger) => logger.info('first\n{"level":60,"msg":"forged"}'))
      .trim()
      .split('\n');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] as string)).toMatchObject({ level: 30 });
  });

  test('keeps money, times and ids readable', () => {
    expect(maskPersonal('lot 1234, epoch 3, 90.5 ms')).toBe('lot 1234, epoch 3, 90.5 ms');
    const text = captured((logger) =>
      logger.info({ amountTiyin: 123456789012, atUs: 1795225545123456 }, 'price'),
    );
    expect(text).toContain('123456789012');
  });
});
