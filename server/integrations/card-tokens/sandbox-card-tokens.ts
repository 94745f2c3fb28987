import { randomBytes } from 'node:crypto';
import type { CardTokens } from './port.ts';

/** The only code it accepts. */
const CODE = '111111';

/** Local twin: accepts any well-formed card number, always with the same code. */
export function createPretendCardTokens(): CardTokens {
  return {
    sandboxCode: CODE,
    request: () =>
      Promise.resolve({ outcome: 'sent', token: `pretend-${randomBytes(12).toString('hex')}`, phone: null }),
    verify: (_token, code) => Promise.resolve(code === CODE ? 'verified' : 'wrong'),
    remove: () => Promise.resolve('removed'),
  };
}
