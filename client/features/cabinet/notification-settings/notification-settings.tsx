import { useMutation, useQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import { BellRing, Mail, MessageSquareText, Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  changeNotificationSettings,
  notificationSettings,
  type NotificationChoice,
  type NotificationSettings as Settings,
} from '#shared/api/cabinet/notifications.ts';
import {
  DELIVERY_CHANNELS,
  type AddressChannel,
  type DeliveryChannel,
} from '#shared/notifications/channels.ts';
import { MESSAGE_TOPICS } from '#shared/notifications/topics.ts';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';
import { ErrorState, useErrorText } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './notification-settings.module.css';
import { QuietHours } from './quiet-hours.tsx';
import { TelegramChat } from './telegram-chat.tsx';
import { telegramQuery } from './telegram-query.ts';
import { ThisDevice } from './this-device.tsx';

const settingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }) => call(notificationSettings, { signal }),
});

const ICONS = { email: Mail, sms: MessageSquareText, push: BellRing, telegram: Send } as const;

/** What reaches the person by e-mail, SMS, in browsers and in Telegram beside the inbox. Each switch is saved as it is pressed. */
export function NotificationSettings() {
  const { t } = useTranslation('messages');
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <>
      <PageTitle>{t('prefs.title')}</PageTitle>
      <p className={css.intro}>{t('prefs.intro')}</p>
      <ThisDevice />
      <TelegramChat />
      <QuietHours />
      {data ? (
        <Choices settings={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={420} radius={12} />
      )}
    </>
  );
}

function Choices({ settings }: { settings: Settings }) {
  const { t } = useTranslation('messages');
  const change = useChange();
  const name = useChannelName();
  const telegram = useQuery(telegramQuery);
  const isLinked = (telegram.data?.linkedAtMs ?? null) !== null;
  const channels = DELIVERY_CHANNELS.filter((channel) => channel !== 'telegram' || isLinked);
  return (
    <div className={css.card}>
      <div className={css.row} data-head>
        <span />
        {channels.map((channel) => (
          <ChannelHead key={channel} channel={channel} settings={settings} />
        ))}
      </div>
      {MESSAGE_TOPICS.map((topic) => (
        <div key={topic} className={css.row}>
          <div>
            <h2>{t(`topic.${topic}`)}</h2>
            <p>{t(`prefs.about.${topic}`)}</p>
          </div>
          {channels.map((channel) => {
            const choice = settings.choices.find((each) => each.topic === topic && each.channel === channel);
            return (
              <label key={channel} className={css.choice}>
                <span>{name(channel)}</span>
                <input
                  type="checkbox"
                  role="switch"
                  aria-label={t('prefs.choice', {
                    topic: t(`topic.${topic}`),
                    channel: name(channel),
                  })}
                  aria-checked={choice?.wanted ?? false}
                  checked={choice?.wanted ?? false}
                  disabled={choice?.locked ?? false}
                  onChange={(event) => change({ topic, channel, wanted: event.target.checked })}
                />
              </label>
            );
          })}
        </div>
      ))}
      <p className={css.note}>{t('prefs.locked')}</p>
    </div>
  );
}

/** Names of channels for alerts come with the other texts about them: pages of bidders load those of messages. */
function useChannelName(): (channel: DeliveryChannel) => string {
  const { t } = useTranslation(['messages', 'alerts']);
  return (channel) => {
    if (channel === 'push') return t('alerts:channel');
    if (channel === 'telegram') return t('alerts:telegram.channel');
    return t(`messages:prefs.channel.${channel}`);
  };
}

function ChannelHead({ channel, settings }: { channel: DeliveryChannel; settings: Settings }) {
  const Icon = ICONS[channel];
  const name = useChannelName();
  return (
    <div className={css.channel}>
      <b>
        <Icon size={18} aria-hidden />
        {name(channel)}
      </b>
      {channel !== 'push' && channel !== 'telegram' && (
        <Address channel={channel} address={channel === 'email' ? settings.email : settings.phone} />
      )}
    </div>
  );
}

function Address({ channel, address }: { channel: AddressChannel; address: string | null }) {
  const { t } = useTranslation('messages');
  return address ? (
    <span>{address}</span>
  ) : (
    <span className={css.missing}>
      {t(channel === 'email' ? 'prefs.noEmail' : 'prefs.noPhone')}{' '}
      <Link to={paths.profile('my-data')}>{t('prefs.add')}</Link>
    </span>
  );
}

/** Turns a switch at once; a refusal turns it back and says why. */
function useChange(): (choice: NotificationChoice) => void {
  const queries = useQueryClient();
  const text = useErrorText();
  const { mutate } = useMutation({
    mutationKey: settingsQuery.queryKey,
    mutationFn: (choice: NotificationChoice) =>
      call(changeNotificationSettings, { body: { choices: [choice] } }),
    onMutate: async (chosen) => {
      await queries.cancelQueries({ queryKey: settingsQuery.queryKey });
      set(chosen);
    },
    onError: (error, chosen) => {
      // Not retried: the switch goes back, and the person may press again.
      set({ ...chosen, wanted: !chosen.wanted });
      notify('error', text(error));
    },
    onSuccess: (settings) => {
      // With another press still on its way the answer is already old.
      if (queries.isMutating({ mutationKey: settingsQuery.queryKey }) === 1)
        queries.setQueryData(settingsQuery.queryKey, settings);
    },
  });
  function set(chosen: NotificationChoice): void {
    queries.setQueryData(settingsQuery.queryKey, (settings) =>
      settings
        ? {
            ...settings,
            choices: settings.choices.map((each) =>
              each.topic === chosen.topic && each.channel === chosen.channel
                ? { ...each, wanted: chosen.wanted }
                : each,
            ),
          }
        : settings,
    );
  }
  return mutate;
}
