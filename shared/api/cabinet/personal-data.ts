import { z } from 'zod';
import { contract } from '../contract.ts';

/** 403 `sign-in-again` when the password was typed more than five minutes ago. Written while it is sent. */
export const myDataFile = contract({
  name: 'profile.data-file',
  refusals: { 403: ['sign-in-again'] },
  method: 'get',
  path: '/api/shop/profile/data-file',
  summary: 'Everything that is stored about me, as a JSON file',
  tag: 'profile',
  access: 'signed-in',
  rateLimit: { perMinute: 3 },
  file: ['application/json; charset=utf-8'],
  /** The file's bytes. */
  answer: z.string(),
});

export const personalDataContracts = [myDataFile];
