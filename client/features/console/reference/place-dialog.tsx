import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  addArea,
  hideArea,
  PLACE_NAME_MAX,
  renamePlace,
  type ConsolePlace,
  type ConsoleRegion,
} from '#shared/api/console/console-reference.ts';
import { REFERENCE_REASON } from '#shared/api/console/reference-proposals.ts';
import type { EntryNames } from '#shared/content/entry-names.ts';
import { ProposeDialog } from '#client/entities/decision/propose-dialog.tsx';
import { NameChanges } from '#client/entities/dictionary/name-changes.tsx';
import { ApiError, call } from '#client/lib/api-client.ts';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { InputField, TextField } from '#client/ui/input-field.tsx';
import { DigitsField } from '#client/ui/input-filters/numbers.tsx';
import { notify } from '#client/ui/toasts.tsx';

/** Parts of towns have three more digits. */
const SOATO = /^17\d{5}(?:\d{3})?$/;
const SOATO_DIGITS = 10;
const NAMES = ['uz', 'ru', 'uz-Cyrl', 'en'] as const;
const NEEDED: readonly string[] = ['uz', 'ru'];

export type PlaceWish =
  | { kind: 'add'; region: ConsoleRegion }
  | { kind: 'rename-region'; region: ConsoleRegion }
  | { kind: 'rename' | 'hide' | 'show'; area: ConsolePlace };

const placeOf = (wish: PlaceWish): ConsolePlace => ('area' in wish ? wish.area : wish.region);

interface PlaceDialogProps {
  wish: PlaceWish;
  onClose: () => void;
  onChange: (places: { items: ConsoleRegion[] }) => void;
}

/** One change of a region, district or town, with the reason for it. */
export function PlaceDialog({ wish, onClose, onChange }: PlaceDialogProps) {
  const { t } = useTranslation('console-reference');
  const place = placeOf(wish);
  const named = wish.kind !== 'hide' && wish.kind !== 'show';
  const [names, setNames] = useState<EntryNames>(() =>
    wish.kind === 'add' ? { uz: '', ru: '', 'uz-Cyrl': '', en: '' } : { ...place.name },
  );
  const [soato, setSoato] = useState('');
  const [reason, setReason] = useState('');
  /** Lots are shown by this name: a second person decides. */
  const [shown, setShown] = useState(false);
  const entry = wish.kind === 'rename-region' ? ('region' as const) : ('area' as const);
  const short = reason.trim().length < REFERENCE_REASON.min;
  const lacking = (name: (typeof NAMES)[number]) => NEEDED.includes(name) && names[name].trim().length < 2;
  const wrongSoato =
    wish.kind === 'add' && soato !== '' && (!SOATO.test(soato) || !soato.startsWith(String(wish.region.id)));
  const send = useMutation({
    mutationFn: (): Promise<{ items: ConsoleRegion[] }> => {
      const why = reason.trim();
      const { version } = place;
      switch (wish.kind) {
        case 'add':
          return call(addArea, {
            params: { regionId: wish.region.id },
            body: { names, soato: soato || null, reason: why },
          });
        case 'rename':
        case 'rename-region':
          return call(renamePlace, {
            params: { kind: entry, placeId: place.id },
            body: { version, names, reason: why },
          });
        default:
          return call(hideArea, {
            params: { areaId: place.id },
            body: { version, hidden: wish.kind === 'hide', reason: why },
          });
      }
    },
    onSuccess: (places) => {
      notify('success', t(`place.done.${wish.kind}`));
      onChange(places);
      onClose();
    },
    // Not retried: the dialog says why, or asks a second person.
    onError: (error) => setShown(error instanceof ApiError && error.code === 'reference.two-persons'),
  });
  if (shown)
    return (
      <ProposeDialog
        kind="rename-entry"
        proposed={{ kind: 'rename-entry', payload: { entry, id: place.id, names } }}
        givenReason={reason}
        onClose={onClose}
        onProposed={() => undefined}
      >
        <NameChanges before={place.name} names={names} />
      </ProposeDialog>
    );
  return (
    <FormDialog
      title={wish.kind === 'add' ? t('place.add') : place.name.uz}
      confirm={t(`place.act.${wish.kind}`)}
      busy={send.isPending}
      error={send.error}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
      {named
        ? NAMES.map((name) => (
            <InputField
              key={name}
              label={t(`place.name.${name}`)}
              maxLength={PLACE_NAME_MAX}
              value={names[name]}
              hint={NEEDED.includes(name) ? undefined : t('place.made')}
              problem={lacking(name) ? t('required') : null}
              onChange={({ target }) => setNames({ ...names, [name]: target.value })}
            />
          ))
        : null}
      {wish.kind === 'add' ? (
        <DigitsField
          label={t('place.soatoField')}
          most={SOATO_DIGITS}
          value={soato}
          onChange={setSoato}
          problem={wrongSoato ? t('place.soatoWrong', { region: wish.region.id }) : null}
        />
      ) : null}
      <TextField
        label={t('reason')}
        maxLength={REFERENCE_REASON.max}
        value={reason}
        problem={short ? t('reasonShort', { count: REFERENCE_REASON.min }) : null}
        onChange={({ target }) => setReason(target.value)}
      />
      <Muted>{t(`place.text.${wish.kind}`)}</Muted>
    </FormDialog>
  );
}
