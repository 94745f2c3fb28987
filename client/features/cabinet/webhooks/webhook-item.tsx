import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  deleteWebhook,
  rotateWebhookSecret,
  switchWebhookOn,
  type WebhookView,
} from '#shared/api/cabinet/webhooks.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { eventKey, useFilterNames } from './filter-names.ts';
import { ShownSecret } from './shown-secret.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import css from './webhooks.module.css';

interface WebhookItemProps {
  webhook: WebhookView;
  onChange: () => void;
}

/** A listener: what is sent there, and what may be done with it. */
export function WebhookItem({ webhook, onChange }: WebhookItemProps) {
  const { t } = useTranslation('webhooks');
  const errorText = useErrorText();
  const [asking, setAsking] = useState<'rotate' | 'delete' | null>(null);
  const [opened, setOpened] = useState(false);
  const { id, url, off } = webhook;
  const onError = (problem: unknown) => notify('error', errorText(problem));
  const close = () => {
    setAsking(null);
    onChange();
  };
  const remove = useMutation({
    mutationFn: () => call(deleteWebhook, { params: { id } }),
    onSuccess: () => notify('success', t('deleted')),
    onError,
    onSettled: close,
  });
  const switchOn = useMutation({
    mutationFn: () => call(switchWebhookOn, { params: { id } }),
    onError,
    onSettled: onChange,
  });
  return (
    <li className={css.item}>
      <Facts webhook={webhook} />
      <div className={css.actions}>
        <Button variant="default" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {t(opened ? 'hide' : 'show')}
        </Button>
        {off?.why === 'failing' ? (
          <Button variant="default" loading={switchOn.isPending} onClick={() => switchOn.mutate()}>
            {t('switchOn')}
          </Button>
        ) : null}
        <Button variant="default" onClick={() => setAsking('rotate')}>
          {t('rotate')}
        </Button>
        <Button variant="default" onClick={() => setAsking('delete')}>
          {t('delete')}
        </Button>
      </div>
      {opened ? <WebhookDeliveries id={id} off={off !== null} /> : null}
      {asking === 'rotate' ? <RotateDialog id={id} onClose={close} /> : null}
      <ConfirmDialog
        opened={asking === 'delete'}
        title={t('deleteTitle')}
        confirm={t('delete')}
        cancel={t('ui:action.cancel')}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(null)}
      >
        {t('deleteText', { url })}
      </ConfirmDialog>
    </li>
  );
}

function Facts({ webhook }: { webhook: WebhookView }) {
  const { t } = useTranslation('webhooks');
  const localized = useLocalized();
  const names = useFilterNames();
  const { url, events, categoryId, regionId, createdAtMs, previousUntilMs, off } = webhook;
  const category = names.categories.find(({ id }) => id === categoryId);
  const region = names.regions.find(({ id }) => id === regionId);
  return (
    <div>
      <strong>{url}</strong>{' '}
      <Badge colour={off ? 'danger' : 'success'}>{off ? t(`off.${off.why}`) : t('on')}</Badge>
      <p className={css.facts}>
        {events.map((event) => (
          <span key={event}>{t(`event.${eventKey(event)}`)}</span>
        ))}
      </p>
      <p className={css.facts}>
        {category ? <span>{t('category', { name: localized(category.name) })}</span> : null}
        {region ? <span>{t('region', { name: localized(region.name) })}</span> : null}
        <span>{t('created', { time: formatDateTime(createdAtMs) })}</span>
        {previousUntilMs === null ? null : (
          <span>{t('previous', { time: formatDateTime(previousUntilMs) })}</span>
        )}
        {off?.reason ? <span>{t('reason', { reason: off.reason })}</span> : null}
      </p>
    </div>
  );
}

/** Makes another secret, and shows it: this once. */
function RotateDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  const rotate = useMutation({ mutationFn: () => call(rotateWebhookSecret, { params: { id } }) });
  if (rotate.data) return <ShownSecret secret={rotate.data.secret} onClose={onClose} />;
  return (
    <FormDialog
      title={t('rotateTitle')}
      confirm={t('rotate')}
      busy={rotate.isPending}
      error={rotate.error}
      onSubmit={() => rotate.mutate()}
      onClose={onClose}
    >
      <p>{t('rotateText')}</p>
    </FormDialog>
  );
}
