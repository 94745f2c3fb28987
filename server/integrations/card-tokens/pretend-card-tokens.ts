import { randomBytes } from 'node:crypto';
import type { CardTokens } from './port.ts';

/** The one code it takes. */
const CODE = '111111';

/** A stand-in without real cards: any card that looks like one, always the same code. */
export function createPretendCardTokens(): CardTokens {
  return {
    pretendCode: CODE,
    request: () =>
      Promise.resolve({ outcome: 'sent', token: `pretend-${randomBytes(12).toString('hex')}`, phone: null }),
    verify: (_token, code) => Promise.resolve(code === CODE ? 'verified' : 'wrong'),
    remove: () => Promise.resolve('removed'),
  };
}
