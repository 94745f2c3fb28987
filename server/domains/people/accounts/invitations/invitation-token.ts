import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the secret of a link is made from: nothing of it is stored, and it dies with the approval it belongs to. */
export interface InvitationKey {
  id: number;
  approvedAt: Date;
}

/**
 * Makes and reads the secret part of links.
 * @param secret of the installation
 * @param previous links made with it fit as well; null: none
 */
export function createInvitationTokens(secret: string, previous: string | null = null) {
  const mark = ({ id, approvedAt }: InvitationKey, by = secret) =>
    createHmac('sha256', by).update(`staff invitation ${id} ${approvedAt.getTime()}`).digest('base64url');
  const isBy = (by: string, token: string, key: InvitationKey): boolean => {
    const [expected, given] = [Buffer.from(`${key.id}.${mark(key, by)}`), Buffer.from(token)];
    return expected.length === given.length && timingSafeEqual(expected, given);
  };
  return {
    write: (key: InvitationKey): string => `${key.id}.${mark(key)}`,
    /** The invitation that a token names; not yet whether it is right. */
    idOf: (token: string): number | null => {
      const id = Number(/^(\d{1,15})\.[A-Za-z0-9_-]{43}$/.exec(token)?.[1]);
      return Number.isSafeInteger(id) ? id : null;
    },
    /** In constant time. */
    fits: (token: string, key: InvitationKey): boolean =>
      [secret, previous ?? secret].map((by) => isBy(by, token, key)).includes(true),
  };
}

export type InvitationTokens = ReturnType<typeof createInvitationTokens>;
