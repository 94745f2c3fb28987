import { LetterRefused, type Mail } from '#server/integrations/email/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import { STAFF_INVITATION_HOURS } from '#shared/lifecycles/staff-invitation.ts';
import type { InvitationTokens } from './invitation-token.ts';
import { createInvitationsRepository } from './invitations.repository.ts';

export interface MailInvitationDeps {
  db: AnyDb;
  mail: Mail | null;
  texts: Pick<Texts, 'text'>;
  tokens: InvitationTokens;
  /** Of the sign-in site. */
  siteUrl: string;
  onRefused(error: Error): void;
}

/**
 * Sends the letter of an approved invitation. A repeat is the same letter. What the mail server refuses for good is not
 * tried again: the console shows that no letter went out. Rejects with any other fault, so that the queue tries again.
 */
export async function mailInvitation(
  { db, mail, texts, tokens, siteUrl, onRefused }: MailInvitationDeps,
  id: number,
): Promise<void> {
  const invitations = createInvitationsRepository(db);
  const row = await invitations.find(id);
  if (!mail || !row?.approved_at || row.state !== 'sent' || row.mailed_at !== null) return;
  const url = `${siteUrl}/invitation/${tokens.write({ id, approvedAt: row.approved_at })}`;
  const { language, name } = row;
  try {
    await mail.send({
      id: `staff-invitation-${id}`,
      to: row.email,
      subject: texts.text(language, 'notices:staffInvitation.subject'),
      text: texts.text(language, 'notices:staffInvitation.letter', {
        name,
        url,
        count: STAFF_INVITATION_HOURS,
      }),
    });
  } catch (error) {
    if (!(error instanceof LetterRefused)) throw error;
    onRefused(error);
    return;
  }
  await invitations.mailed(id);
}
