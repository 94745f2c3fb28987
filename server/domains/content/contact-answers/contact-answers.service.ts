import { createSiteRepository, type ContactMessageRow } from '#server/domains/content/site/index.ts';
import type { Mail } from '#server/integrations/email/index.ts';
import type { SmsGateway } from '#server/integrations/sms/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { answerProblem } from '#shared/contact/answers.ts';
import type { AddressChannel } from '#shared/notifications/channels.ts';
import { MESSAGE_TEXT_LIMITS, type MessageWords } from '#shared/notifications/own-texts.ts';

export interface ContactAnswersDeps {
  db: AnyDb;
  /** The log of what people did, in the transaction of the answer. */
  actions: {
    record(
      action: {
        personId: string;
        type: 'contact-message';
        action: 'answer' | 'mark';
        result: 'done';
        /** Its number. */
        reason: string;
      },
      tx: AnyDb,
    ): Promise<void>;
  };
  /** null: not configured. */
  gateways: { sms: SmsGateway | null; mail: Mail | null };
}

interface StaffMember {
  personId: string;
  name: string;
}

export type ContactAnswers = ReturnType<typeof createContactAnswers>;

/** Answers to messages to the operator: sent from here by the worker, or given elsewhere and marked. */
export function createContactAnswers({ db, actions, gateways }: ContactAnswersDeps) {
  const channelFor = ({
    email,
    phone,
  }: Pick<ContactMessageRow, 'email' | 'phone'>): AddressChannel | null => {
    if (email !== null && gateways.mail) return 'email';
    return phone !== null && gateways.sms ? 'sms' : null;
  };

  function channelOf(row: ContactMessageRow, words: MessageWords): AddressChannel {
    const channel = channelFor(row);
    if (!channel) throw ruleForbids('console-contact.no-channel');
    const problem = answerProblem(words, channel);
    if (problem === 'too-long')
      throw ruleForbids('console-contact.too-long', { values: { max: MESSAGE_TEXT_LIMITS.smsParts } });
    if (problem) throw ruleForbids(`console-contact.${problem}`);
    return channel;
  }

  /** The message afterwards; with what was sent, unless somebody else was faster. */
  async function settle(
    number: number,
    by: StaffMember,
    words: MessageWords | null,
  ): Promise<{ row: ContactMessageRow; first: boolean }> {
    return inTransaction(db, async (tx) => {
      const site = createSiteRepository(tx);
      const row = await site.message(number);
      if (!row) throw notFound();
      const answer = words && row.answered_at === null ? { channel: channelOf(row, words), ...words } : null;
      const first = await site.markAnswered(number, by, answer);
      if (first)
        await actions.record(
          {
            personId: by.personId,
            type: 'contact-message',
            action: words ? 'answer' : 'mark',
            result: 'done',
            reason: String(number),
          },
          tx,
        );
      return { row: (await site.message(number)) ?? row, first };
    });
  }

  return {
    channelFor,

    /** A repeat changes nothing. */
    mark: async (number: number, by: StaffMember): Promise<ContactMessageRow> =>
      (await settle(number, by, null)).row,

    /** @throws 409 `console-contact.answered` for a repeat: no one gets two answers */
    async answer(number: number, words: MessageWords, by: StaffMember): Promise<ContactMessageRow> {
      const { row, first } = await settle(number, by, words);
      if (!first) throw conflict('console-contact.answered');
      return row;
    },
  };
}
