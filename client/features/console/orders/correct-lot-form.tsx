import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { correctLot } from '#shared/api/console/console-lots.ts';
import { DECISION_REASON, proposeDecision } from '#shared/api/console/decisions.ts';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { ORDER_LIMITS, type TwoTexts } from '#shared/orders/order-fields.ts';
import { ApiError, call } from '#client/lib/api-client.ts';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { FormProblem } from '#client/ui/form.tsx';
import { InputField, TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { CorrectPhotos, shownOf, useLotPhotos, type ShownPhotos } from './correct-photos.tsx';
import { ORDER_KEY } from './use-order.ts';

const REASON_MIN = 3;
const REASON_MAX = 500;
const LENGTHS = {
  title: { least: ORDER_LIMITS.titleMin, most: ORDER_LIMITS.title },
  description: { least: ORDER_LIMITS.descriptionMin, most: ORDER_LIMITS.lotDescription },
} as const;
type TextPart = keyof typeof LENGTHS;

interface CorrectLotFormProps {
  /** As it was when the form opened. */
  lot: LotDetails;
  onClose: () => void;
}

const trimmed = ({ uz, ru }: TwoTexts): TwoTexts => ({ uz: uz.trim(), ru: ru.trim() });
const differ = (one: TwoTexts, other: TwoTexts): boolean => one.uz !== other.uz || one.ru !== other.ru;

/** Only what differs is sent, so that a colleague's correction of another part stays. */
export function CorrectLotForm({ lot, onClose }: CorrectLotFormProps) {
  const { t } = useTranslation('console-orders');
  const queries = useQueryClient();
  const [before] = useState({
    title: trimmed(lot.title),
    description: trimmed(lot.description),
  });
  const [title, setTitle] = useState<TwoTexts>(before.title);
  const [description, setDescription] = useState<TwoTexts>(before.description);
  const photos = useLotPhotos(lot.id);
  const shownBefore = photos.data ? shownOf(photos.data.items) : [];
  /** Null: as they are. */
  const [chosen, setChosen] = useState<ShownPhotos | null>(null);
  const shown = chosen ?? shownBefore;
  const [reason, setReason] = useState('');
  /** Why a second person decides: somebody wants the lot, or it would name another phone or e-mail. */
  const [byTwo, setByTwo] = useState<'wanted' | 'contact' | null>(null);

  const texts = { title: trimmed(title), description: trimmed(description) };
  const body = {
    ...(differ(texts.title, before.title) && { title: texts.title }),
    ...(differ(texts.description, before.description) && { description: texts.description }),
    ...(shown.join() !== shownBefore.join() && { photos: [...shown] }),
  };
  const lengthProblem = (part: TextPart, language: keyof TwoTexts): string | null => {
    const { least, most } = LENGTHS[part];
    const { length } = texts[part][language];
    return body[part] && (length < least || length > most) ? t('correct.length', { least, most }) : null;
  };
  const reasonMin = byTwo ? DECISION_REASON.min : REASON_MIN;
  const problems = {
    titleUz: lengthProblem('title', 'uz'),
    titleRu: lengthProblem('title', 'ru'),
    descriptionUz: lengthProblem('description', 'uz'),
    descriptionRu: lengthProblem('description', 'ru'),
    photos: body.photos?.length === 0 ? t('correct.noPhoto') : null,
    reason: reason.trim().length < reasonMin ? t('remark.short', { least: reasonMin }) : null,
  };
  const unchanged = Object.keys(body).length === 0;

  const correct = useMutation({
    async mutationFn() {
      const correction = { ...body, reason: reason.trim() };
      if (!byTwo) {
        await call(correctLot, { params: { lotId: lot.id }, body: correction });
        return t('correct.done', { number: lot.id });
      }
      const payload = { ...correction, lotId: lot.id };
      const { id } = await call(proposeDecision, {
        body: { kind: 'correct-lot', payload, reason: correction.reason, document: null },
      });
      return t('correct.proposed', { number: id });
    },
    onSuccess: (done) => {
      notify('success', done);
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.code === 'console-lots.applied-for') setByTwo('wanted');
      if (error.code === 'console-lots.two-persons') setByTwo('contact');
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [ORDER_KEY] }),
  });
  return (
    <FormDialog
      title={t('correct.title', { number: lot.id })}
      confirm={t(byTwo ? 'correct.propose' : 'correct.confirm')}
      busy={correct.isPending}
      error={correct.error}
      onSubmit={() => correct.mutate()}
      onClose={onClose}
    >
      <Muted>{t(byTwo ? `correct.${byTwo}` : 'correct.text')}</Muted>
      <InputField
        label={t('correct.titleUz')}
        problem={problems.titleUz}
        value={title.uz}
        lang="uz"
        data-autofocus
        onChange={({ target }) => setTitle({ ...title, uz: target.value })}
      />
      <InputField
        label={t('correct.titleRu')}
        problem={problems.titleRu}
        value={title.ru}
        lang="ru"
        onChange={({ target }) => setTitle({ ...title, ru: target.value })}
      />
      <TextField
        label={t('correct.descriptionUz')}
        problem={problems.descriptionUz}
        value={description.uz}
        lang="uz"
        rows={5}
        onChange={({ target }) => setDescription({ ...description, uz: target.value })}
      />
      <TextField
        label={t('correct.descriptionRu')}
        problem={problems.descriptionRu}
        value={description.ru}
        lang="ru"
        rows={5}
        onChange={({ target }) => setDescription({ ...description, ru: target.value })}
      />
      <CorrectPhotos photos={photos} shown={shown} problem={problems.photos} onChange={setChosen} />
      <TextField
        label={t('correct.reason')}
        hint={t('correct.reasonHint')}
        problem={problems.reason}
        maxLength={REASON_MAX}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <FormProblem problem={unchanged ? t('correct.nothing') : null} />
    </FormDialog>
  );
}
