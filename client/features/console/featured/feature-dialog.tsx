import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  editFeature,
  endFeature,
  featureLot,
  type ConsoleFeature,
} from '#shared/api/console/console-featured-lots.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { ChangeHistory } from '#client/entities/dictionary/change-history.tsx';
import { EntryActions } from '#client/entities/dictionary/entry-actions.tsx';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { DateField } from '#client/ui/date-field.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Form } from '#client/ui/form.tsx';
import { InputField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import writing from '#client/ui/writing.module.css';

/** The number in the address of a lot, or the number alone; null: neither. */
function lotIn(text: string): number | null {
  const [, digits] = /(?:^|\/)(\d{1,12})\/?(?:[?#].*)?$/.exec(text.trim()) ?? [];
  const id = Number(digits);
  return digits !== undefined && Number.isSafeInteger(id) && id > 0 ? id : null;
}

const startOf = (day: string): number => Date.parse(`${day}T00:00:00+05:00`);
/** The instant at which the day is over, in Tashkent. */
const endOf = (day: string): number => startOf(day) + DAY_MS;

interface FeatureDialogProps {
  /** null: a lot that is put forward now. */
  feature: ConsoleFeature | null;
  mayWrite: boolean;
  /** Reads it again, after somebody else has changed it. */
  reload: (id: number) => void;
  onClose: () => void;
}

/** Which lot is put forward and on which days; the end of it at once. */
export function FeatureDialog({ feature, mayWrite, reload, onClose }: FeatureDialogProps) {
  const { t } = useTranslation(['featured', 'content']);
  const queries = useQueryClient();
  const [lot, setLot] = useState('');
  const [from, setFrom] = useState<string | null>(feature ? tashkentDay(feature.fromMs) : null);
  const [until, setUntil] = useState<string | null>(feature ? tashkentDay(feature.untilMs - 1) : null);
  // Sent again after a lost answer it is the same place.
  const requestId = useRef(crypto.randomUUID());
  const lotId = feature?.lot.id ?? lotIn(lot);
  const wrongDates = until === null || (from !== null && from > until);
  // A day that was not changed keeps its instant.
  const fromMs = from === null || (feature && from === tashkentDay(feature.fromMs)) ? null : startOf(from);
  const act = useMutation({
    mutationFn: (action: 'save' | 'end') => {
      if (!feature)
        return call(featureLot, {
          params: { lotId: lotId ?? 0 },
          body: { requestId: requestId.current, fromMs, untilMs: endOf(until ?? '') },
        });
      const { id, version } = feature;
      const params = { lotId: feature.lot.id, id };
      return action === 'end'
        ? call(endFeature, { params, body: { version } })
        : call(editFeature, { params, body: { version, fromMs, untilMs: endOf(until ?? '') } });
    },
    // Not retried: the dialog shows the reason and keeps what was typed.
    onSuccess: () => {
      notify('success', t('saved'));
      onClose();
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['console-featured'] });
      void queries.invalidateQueries({ queryKey: ['featured-lots'] });
    },
  });
  const outdated =
    act.error instanceof ApiError && ['featured.changed', 'featured.over'].includes(act.error.code);
  return (
    <Dialog
      title={feature ? t('editTitle', { number: feature.lot.number }) : t('newTitle')}
      onClose={onClose}
    >
      <Form className={writing.fields} onSubmit={() => act.mutate('save')}>
        {feature ? null : (
          <InputField
            label={t('lot')}
            hint={t('lotHint')}
            value={lot}
            maxLength={300}
            data-autofocus
            problem={lotId === null ? t('lotWrong') : null}
            onChange={({ target }) => setLot(target.value)}
          />
        )}
        <fieldset className={writing.dates} disabled={!mayWrite}>
          <DateField label={t('from')} value={from} onChange={setFrom} />
          <DateField
            label={t('until')}
            value={until}
            onChange={setUntil}
            problem={wrongDates ? t('datesWrong') : null}
          />
        </fieldset>
        <EntryActions
          mayWrite={mayWrite}
          save={t(feature ? 'content:save' : 'add')}
          busy={act.isPending}
          error={act.error}
          reload={feature && outdated ? () => reload(feature.id) : null}
          onClose={onClose}
        >
          {mayWrite && feature ? (
            <Button variant="default" size="md" onClick={() => act.mutate('end')}>
              {t('end')}
            </Button>
          ) : null}
        </EntryActions>
      </Form>
      {feature ? (
        <ChangeHistory changes={feature.changes} what={({ action }) => t(`action.${action}`)} />
      ) : null}
    </Dialog>
  );
}
