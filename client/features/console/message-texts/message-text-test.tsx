import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { testMessageText } from '#shared/api/console/console-message-texts.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { ADDRESS_CHANNELS, type AddressChannel } from '#shared/notifications/channels.ts';
import type { MessageTexts } from '#shared/notifications/own-texts.ts';
import type { TemplateName } from '#shared/notifications/templates.ts';
import { call } from '#client/lib/api-client.ts';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { notify } from '#client/ui/toasts.tsx';
import writing from '#client/ui/writing.module.css';

interface MessageTextTestProps {
  template: TemplateName;
  language: Language;
  texts: MessageTexts;
  /** They would be refused. */
  unusable: boolean;
}

/** Sends what is in the form, saved or not, to one's own phone or e-mail. */
export function MessageTextTest({ template, language, texts, unusable }: MessageTextTestProps) {
  const { t } = useTranslation('console-message-texts');
  const test = useMutation({
    mutationFn: (channel: AddressChannel) =>
      call(testMessageText, { params: { template }, body: { channel, language, texts } }),
    // Not retried: the reason is shown beside the buttons, which stay.
    onSuccess: ({ to }) => notify('success', t('test.sent', { to })),
  });
  return (
    <section className={writing.card} aria-label={t('test.title')}>
      <h2>{t('test.title')}</h2>
      <p className={writing.muted}>{t('test.lead')}</p>
      <div className={writing.actions}>
        {ADDRESS_CHANNELS.map((channel) => (
          <Button
            key={channel}
            variant="default"
            size="md"
            disabled={unusable}
            loading={test.isPending && test.variables === channel}
            onClick={() => test.mutate(channel)}
          >
            {t(`test.${channel}`)}
          </Button>
        ))}
      </div>
      <FormError error={test.error} />
    </section>
  );
}
