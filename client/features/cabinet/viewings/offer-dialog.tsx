import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offerViewing } from '#shared/api/site/viewings.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { VIEWING_MINUTES, VIEWING_PLACES } from '#shared/limits/viewings.ts';
import { call } from '#client/lib/api-client.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { InputField, OptionsField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './viewings-page.module.css';

interface ShownLot {
  id: number;
  title: LocalizedText;
  address: LocalizedText;
}

interface OfferDialogProps {
  /** At least one. */
  lots: readonly ShownLot[];
  onClose: () => void;
  onChange: () => void;
}

const USUAL = { minutes: '60', places: '5' };

/** The time in Tashkent that a field of day and hour holds, ms; NaN: none. */
const instantOf = (local: string): number => Date.parse(`${local}:00+05:00`);

const within = (text: string, { min, max }: { min: number; max: number }): boolean =>
  /^\d{1,3}$/.test(text) && Number(text) >= min && Number(text) <= max;

/** A time at which a lot can be seen, where it is. */
export function OfferDialog({ lots, onClose, onChange }: OfferDialogProps) {
  const { t } = useTranslation('viewings');
  const localized = useLocalized();
  const [lotId, setLotId] = useState(lots[0]?.id ?? 0);
  const [starts, setStarts] = useState('');
  const [minutes, setMinutes] = useState(USUAL.minutes);
  const [places, setPlaces] = useState(USUAL.places);
  const startsAtMs = instantOf(starts);
  const wrong = {
    starts: Number.isNaN(startsAtMs),
    minutes: !within(minutes, VIEWING_MINUTES),
    places: !within(places, VIEWING_PLACES),
  };
  const { mutate, isPending, data, error, reset } = useMutation({
    mutationFn: () =>
      call(offerViewing, {
        body: { lotId, startsAtMs, minutes: Number(minutes), places: Number(places) },
      }),
    onSuccess: ({ verdict }) => {
      if (verdict !== 'offered') return;
      notify('success', t('own.offered'));
      onClose();
    },
    // Whether it was offered is not known without an answer.
    onSettled: onChange,
  });
  const lot = lots.find(({ id }) => id === lotId);
  const refused = data?.verdict === 'refused' ? t(`own.refused.${data.reason}`) : null;
  return (
    <FormDialog
      title={t('own.offerTitle')}
      confirm={t('own.offer')}
      busy={isPending}
      error={error}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <OptionsField
        label={t('own.lot')}
        value={lotId}
        hint={lot ? t('own.where', { place: localized(lot.address) }) : undefined}
        onChange={({ target }) => setLotId(Number(target.value))}
      >
        {lots.map(({ id, title }) => (
          <option key={id} value={id}>
            № {id} {localized(title)}
          </option>
        ))}
      </OptionsField>
      <InputField
        type="datetime-local"
        label={t('own.starts')}
        problem={wrong.starts ? t('own.noTime') : null}
        error={refused}
        value={starts}
        data-autofocus
        onChange={({ target }) => {
          setStarts(target.value);
          reset();
        }}
      />
      <div className={css.pair}>
        <InputField
          inputMode="numeric"
          label={t('own.minutes')}
          problem={wrong.minutes ? t('own.range', VIEWING_MINUTES) : null}
          value={minutes}
          onChange={({ target }) => setMinutes(target.value)}
        />
        <InputField
          inputMode="numeric"
          label={t('own.places')}
          problem={wrong.places ? t('own.range', VIEWING_PLACES) : null}
          value={places}
          onChange={({ target }) => setPlaces(target.value)}
        />
      </div>
    </FormDialog>
  );
}
