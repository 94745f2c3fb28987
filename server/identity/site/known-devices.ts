import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { newSecret } from '#server/platform/ids/index.ts';
import type { IdentityAccount } from './identity-accounts.repository.ts';

/** Accounts that one browser is remembered for, the last ones to sign in: a household. */
const MOST_ACCOUNTS = 5;
/** What browsers allow at most. */
const LIFE_MS = 400 * 86_400_000;
const VALUE = /^[\w-]{43}(?:\.[\w-]{43}){1,6}$/;

type Owner = Pick<IdentityAccount, 'id' | 'passwordHash'>;
/** No account has this id: its mark says that the browser is one in which somebody has signed in. */
const ANYBODY: Owner = { id: '', passwordHash: '' };

/**
 * Browsers in which somebody has signed in to an account, so that strangers who guess its password or ask for its codes cannot
 * hinder its owner there. The cookie holds a random id and a keyed hash for each account: it shows to no one which accounts
 * they are, opens nothing, and stays when its person signs out. A mark is void once the account has another password: somebody
 * may have known the one before.
 */
export interface KnownDevices {
  /** The id of the browser of this request, where the account was signed in to in it since it has its password; else null. */
  of(req: Request, account: Owner): string | null;
  /** The id of the browser of this request, where anybody has signed in to it; else null. */
  ofAnybody(req: Request): string | null;
  /** To be called before the answer is sent. */
  remember(req: Request, res: Response, account: Owner): void;
}

/** @param keys the first makes marks, the others are still accepted */
export function createKnownDevices({ keys, secure }: { keys: string[]; secure: boolean }): KnownDevices {
  const name = `${secure ? '__Host-' : ''}savdo_id_device`;

  function read(req: Request): { id: string; marks: string[] } | null {
    const pairs = (req.get('cookie') ?? '').split(/; */).map((pair) => pair.split('=', 2));
    const value = pairs.find(([given]) => given === name)?.[1] ?? '';
    if (!VALUE.test(value)) return null;
    const [id = '', ...marks] = value.split('.');
    return { id, marks };
  }
  const markOf = (key: string, id: string, { id: accountId, passwordHash }: Owner) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['known device', id, accountId, passwordHash]))
      .digest('base64url');
  const isOf = (id: string, account: Owner) => {
    const accepted = keys.map((key) => Buffer.from(markOf(key, id, account)));
    return (mark: string) => accepted.some((own) => timingSafeEqual(own, Buffer.from(mark)));
  };

  function of(req: Request, account: Owner): string | null {
    const device = read(req);
    return device?.marks.some(isOf(device.id, account)) ? device.id : null;
  }

  return {
    of,
    ofAnybody: (req) => of(req, ANYBODY),

    remember(req, res, account) {
      const [key] = keys;
      if (key === undefined) throw new Error('the site has no keys for its cookies');
      const device = read(req) ?? { id: newSecret(), marks: [] };
      const [own, anybody] = [isOf(device.id, account), isOf(device.id, ANYBODY)];
      const others = device.marks.filter((mark) => !own(mark) && !anybody(mark)).slice(0, MOST_ACCOUNTS - 1);
      const marks = [markOf(key, device.id, account), ...others, markOf(key, device.id, ANYBODY)];
      res.cookie(name, [device.id, ...marks].join('.'), {
        httpOnly: true,
        sameSite: 'lax',
        secure,
        path: '/',
        maxAge: LIFE_MS,
      });
    },
  };
}
