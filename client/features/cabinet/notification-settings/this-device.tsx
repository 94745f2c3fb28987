import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { pushSettings, removePush, type PushSubscriptionView } from '#shared/api/cabinet/push.ts';
import { call } from '#client/lib/api-client.ts';
import {
  readDeviceAlerts,
  switchDeviceAlertsOff,
  switchDeviceAlertsOn,
  type DeviceAlerts,
} from '#client/lib/device-alerts.ts';
import { Button } from '#client/ui/button.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './notification-settings.module.css';

const subscriptionsQuery = queryOptions({
  queryKey: ['push-subscriptions'],
  queryFn: async ({ signal }) => {
    const { publicKey } = await call(pushSettings, { signal });
    const device = await readDeviceAlerts(publicKey);
    // Again: what the browser does now may be another session's no longer.
    const { items } = await call(pushSettings, { signal });
    return { publicKey, device, items };
  },
});

/** Alerts in this browser: what it can do, a switch where it can, and the person's other browsers. */
export function ThisDevice() {
  const { t } = useTranslation('alerts');
  const text = useErrorText();
  const { data, error } = useQuery(subscriptionsQuery);
  if (error) return <p className={css.device}>{text(error)}</p>;
  if (!data) return null;
  const { publicKey, device, items } = data;
  return (
    <section className={css.device} aria-label={t('device.title')}>
      <h2>{t('device.title')}</h2>
      <p>{t(`device.${device}`)}</p>
      {publicKey !== null && (device === 'on' || device === 'off') && (
        <DeviceSwitch publicKey={publicKey} device={device} />
      )}
      <OtherBrowsers items={items.filter(({ current }) => !(current && device === 'on'))} />
    </section>
  );
}

function DeviceSwitch({ publicKey, device }: { publicKey: string; device: DeviceAlerts }) {
  const { t } = useTranslation('alerts');
  const queries = useQueryClient();
  const text = useErrorText();
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? switchDeviceAlertsOn(publicKey) : switchDeviceAlertsOff()),
    onSettled: () => queries.invalidateQueries({ queryKey: subscriptionsQuery.queryKey }),
    // Not retried: the switch shows how it is, and the person may press again.
    onError: (error) => notify('error', text(error)),
  });
  return (
    <label className={css.choice}>
      <span>{t('device.switch')}</span>
      <input
        type="checkbox"
        role="switch"
        aria-label={t('device.switch')}
        aria-checked={device === 'on'}
        checked={device === 'on'}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.target.checked)}
      />
    </label>
  );
}

function OtherBrowsers({ items }: { items: readonly PushSubscriptionView[] }) {
  const { t } = useTranslation('alerts');
  const queries = useQueryClient();
  const text = useErrorText();
  const remove = useMutation({
    mutationFn: (id: number) => call(removePush, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: subscriptionsQuery.queryKey }),
    // Not retried: the list shows what is left.
    onError: (error) => notify('error', text(error)),
  });
  if (items.length === 0) return null;
  return (
    <>
      <h3>{t('others.title')}</h3>
      <ul className={css.browsers}>
        {items.map(({ id, browser, system }) => {
          const name = [browser, system].filter(Boolean).join(', ') || t('others.unnamed');
          return (
            <li key={id}>
              <span>{name}</span>
              <Button
                variant="default"
                size="md"
                aria-label={t('others.removeOne', { name })}
                loading={remove.isPending && remove.variables === id}
                onClick={() => remove.mutate(id)}
              >
                {t('others.remove')}
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
