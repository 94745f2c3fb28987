import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  createWebhook,
  WEBHOOK_EVENTS,
  WEBHOOK_URL_MAX,
  type WebhookEvent,
} from '#shared/api/cabinet/webhooks.ts';
import { call } from '#client/lib/api-client.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { FormProblem } from '#client/ui/form.tsx';
import { InputField, OptionsField } from '#client/ui/input-field.tsx';
import layout from '#client/ui/layout.module.css';
import { ShownSecret } from './shown-secret.tsx';
import { eventKey, useFilterNames, type FilterNames } from './filter-names.ts';
import css from './webhooks.module.css';

interface NewWebhookDialogProps {
  onCreated: () => void;
  onClose: () => void;
}

const idOf = (value: string): number | null => (value === '' ? null : Number(value));

/** Asks for the address and for what is sent there, and then shows the secret. */
export function NewWebhookDialog({ onCreated, onClose }: NewWebhookDialogProps) {
  const { t } = useTranslation('webhooks');
  const names = useFilterNames();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(WEBHOOK_EVENTS);
  const [categoryId, setCategory] = useState<number | null>(null);
  const [regionId, setRegion] = useState<number | null>(null);
  const noAddress = !URL.canParse(url.trim());
  const create = useMutation({
    mutationFn: () =>
      call(createWebhook, { body: { url: url.trim(), events: [...events], categoryId, regionId } }),
    // Whether it was made is not known without an answer: the list shows it.
    onSettled: onCreated,
  });
  if (create.data) return <ShownSecret secret={create.data.secret} onClose={onClose} />;
  return (
    <FormDialog
      title={t('new')}
      confirm={t('create')}
      busy={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <InputField
        label={t('url')}
        hint={t('urlHint')}
        problem={noAddress ? t('urlMissing') : null}
        type="url"
        inputMode="url"
        maxLength={WEBHOOK_URL_MAX}
        autoComplete="off"
        value={url}
        data-autofocus
        onChange={({ target }) => setUrl(target.value)}
      />
      <Events chosen={events} onChange={setEvents} />
      <Filter label={t('categoryLabel')} of={names.categories} value={categoryId} onChange={setCategory} />
      <Filter label={t('regionLabel')} of={names.regions} value={regionId} onChange={setRegion} />
    </FormDialog>
  );
}

interface EventsProps {
  chosen: readonly WebhookEvent[];
  onChange: (chosen: readonly WebhookEvent[]) => void;
}

function Events({ chosen, onChange }: EventsProps) {
  const { t } = useTranslation('webhooks');
  return (
    <fieldset className={layout.stack2}>
      <legend>{t('events')}</legend>
      {WEBHOOK_EVENTS.map((event) => (
        <label key={event} className={css.event}>
          <input
            type="checkbox"
            checked={chosen.includes(event)}
            onChange={({ target }) =>
              onChange(
                WEBHOOK_EVENTS.filter((each) => (each === event ? target.checked : chosen.includes(each))),
              )
            }
          />
          {t(`event.${eventKey(event)}`)}
        </label>
      ))}
      <FormProblem problem={chosen.length === 0 ? t('eventsMissing') : null} />
    </fieldset>
  );
}

interface FilterProps {
  label: string;
  of: FilterNames[keyof FilterNames];
  value: number | null;
  onChange: (id: number | null) => void;
}

function Filter({ label, of, value, onChange }: FilterProps) {
  const { t } = useTranslation('webhooks');
  const localized = useLocalized();
  return (
    <OptionsField
      label={label}
      value={value === null ? '' : String(value)}
      onChange={({ target }) => onChange(idOf(target.value))}
    >
      <option value="">{t('any')}</option>
      {of.map(({ id, name }) => (
        <option key={id} value={String(id)}>
          {localized(name)}
        </option>
      ))}
    </OptionsField>
  );
}
