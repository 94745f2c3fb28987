import { z } from 'zod';
import { MINUTES_A_DAY } from '../../notifications/quiet-hours.ts';
import { contract } from '../contract.ts';

const mine = { tag: 'user', access: 'signed-in', rateLimit: { perMinute: 60 } } as const;

/** Minutes after midnight in Tashkent. */
const minute = z
  .int()
  .min(0)
  .max(MINUTES_A_DAY - 1);

const hours = z
  .strictObject({ fromMinute: minute, toMinute: minute })
  .refine(({ fromMinute, toMinute }) => fromMinute !== toMinute);

/** null: there are none. */
const settings = z.strictObject({ hours: hours.nullable() });

export const quietHours = contract({
  ...mine,
  name: 'user.quiet-hours',
  refusals: {},
  method: 'get',
  path: '/api/shop/user/quiet-hours',
  summary: 'The hours in which SMS and alerts wait',
  answer: settings,
});

/** Hours that begin and end at the same minute are refused. Messages about the safety of the account never wait, nor does an alert about a price that was passed. */
export const changeQuietHours = contract({
  ...mine,
  name: 'user.change-quiet-hours',
  refusals: {},
  method: 'put',
  path: '/api/shop/user/quiet-hours',
  summary: 'Choose the hours in which SMS and alerts wait',
  body: settings,
  answer: settings,
});

export const quietHoursContracts = [quietHours, changeQuietHours];
