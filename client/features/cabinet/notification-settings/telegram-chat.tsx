import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { linkTelegram, unlinkTelegram } from '#shared/api/cabinet/telegram.ts';
import { call } from '#client/lib/api-client.ts';
import { ButtonAnchor } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { isSignInNeeded, SignInFirst } from '#client/ui/sign-in-first.tsx';
import { notify } from '#client/ui/toasts.tsx';
import layout from '#client/ui/layout.module.css';
import css from './notification-settings.module.css';
import { telegramQuery } from './telegram-query.ts';

/** While the person is over there. */
const ASK_MS = 3_000;

/** The person's chat with the bot; nothing where there is no bot. */
export function TelegramChat() {
  const { t } = useTranslation('alerts');
  const text = useErrorText();
  const { data, error } = useQuery(telegramQuery);
  if (error) return <p className={css.device}>{text(error)}</p>;
  if (!data || (!data.offered && data.linkedAtMs === null)) return null;
  return (
    <section className={css.device} aria-label={t('telegram.title')}>
      <h2>{t('telegram.title')}</h2>
      {data.linkedAtMs === null ? <Connect /> : <Disconnect />}
    </section>
  );
}

function Connect() {
  const { t } = useTranslation('alerts');
  const text = useErrorText();
  const connect = useMutation({
    mutationFn: () => call(linkTelegram),
    // Not retried: the button stays, and the person may press again.
    onError: (error) => {
      if (!isSignInNeeded(error)) notify('error', text(error));
    },
  });
  const link = connect.data;
  useQuery({
    ...telegramQuery,
    refetchInterval: () => (link && Date.now() < link.expiresAtMs ? ASK_MS : false),
  });
  return (
    <>
      <p>{t('telegram.off')}</p>
      <div className={layout.row3}>
        <Button
          variant={link ? 'default' : 'filled'}
          size="md"
          loading={connect.isPending}
          onClick={() => connect.mutate()}
        >
          {t(link ? 'telegram.again' : 'telegram.connect')}
        </Button>
        {link && (
          <ButtonAnchor
            href={link.url}
            size="md"
            target="_blank"
            rel="noopener noreferrer"
            rightSection={<ExternalLink size={18} aria-hidden />}
          >
            {t('telegram.open')}
          </ButtonAnchor>
        )}
      </div>
      {link && <p role="status">{t('telegram.next')}</p>}
      {isSignInNeeded(connect.error) && <p role="status">{text(connect.error)}</p>}
      <SignInFirst error={connect.error} />
    </>
  );
}

function Disconnect() {
  const { t } = useTranslation('alerts');
  const queries = useQueryClient();
  const text = useErrorText();
  const disconnect = useMutation({
    mutationFn: () => call(unlinkTelegram),
    onSuccess: (state) => queries.setQueryData(telegramQuery.queryKey, state),
    // Not retried: the button stays, and the person may press again.
    onError: (error) => notify('error', text(error)),
  });
  return (
    <>
      <p>{t('telegram.on')}</p>
      <Button variant="default" size="md" loading={disconnect.isPending} onClick={() => disconnect.mutate()}>
        {t('telegram.disconnect')}
      </Button>
    </>
  );
}
