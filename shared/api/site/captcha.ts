import { z } from 'zod';
import { contract } from '../contract.ts';

/** The solved challenge for a call guarded by proof of work, as the ALTCHA library encodes it. */
export const captchaField = z.string().min(1).max(4_096);

/** A challenge of some tens of milliseconds of computing; it is solved once and holds for five minutes. */
export const captcha = contract({
  name: 'site.captcha',
  refusals: {},
  method: 'get',
  path: '/api/shop/captcha',
  summary: 'Proof-of-work challenge (ALTCHA)',
  tag: 'site',
  access: 'public',
  rateLimit: { perMinute: 60 },
  /** Handed to the library as it is: its shape is the library's. */
  answer: z.looseObject({}),
});

export const captchaContracts = [captcha];
