import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  changeReferenceProposal,
  previewRuleSet,
  proposeReferenceChange,
  REFERENCE_REASON,
  type ConsoleRuleSet,
  type PreviewedLot,
} from '#shared/api/console/reference-proposals.ts';
import { FIGURE_SECTIONS, type FigureSection } from '#shared/rule-sets/figure-fields.ts';
import { figureProblems } from '#shared/rule-sets/figure-problems.ts';
import { figureTexts, isAsked, readFigureTexts } from '#shared/rule-sets/figure-texts.ts';
import { tashkentDay, tashkentInstant, tashkentParts } from '#shared/time/tashkent.ts';
import { call } from '#client/lib/api-client.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { formatTime } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { nowMs } from '#client/lib/server-now.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Button } from '#client/ui/button.tsx';
import { DateField } from '#client/ui/date-field.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { Form, FormProblem } from '#client/ui/form.tsx';
import { InputField, TextField } from '#client/ui/input-field.tsx';
import { MoneyField } from '#client/ui/money-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import layout from '#client/ui/layout.module.css';
import { FigureChanges } from './figure-changes.tsx';
import { FigureInput } from './figure-input.tsx';
import { PayoutShares } from './payout-shares.tsx';
import { RULE_SETS_KEY } from './reference-queries.ts';
import { useFigureWords } from './rule-set-texts.ts';
import { TermsTable } from './terms-table.tsx';
import { useSettled } from './use-settled.ts';
import css from './console-reference.module.css';

const SECTIONS = Object.keys(FIGURE_SECTIONS) as FigureSection[];
/** So long after the last letter the server computes. */
const SETTLED_MS = 400;
const LOT_DIGITS = 15;
const EXAMPLE_START_TIYIN = 10_000_000_000;

/** The first day of next month, in Tashkent. */
function nextMonth(): string {
  const { year, month } = tashkentParts(nowMs());
  return tashkentDay(tashkentInstant(month === 12 ? year + 1 : year, (month % 12) + 1, 1));
}
const instantOf = (day: string, time: string): number => Date.parse(`${day}T${time}:00+05:00`);

/** The next version of a rule set: its figures, from when, and what they would do beside the version in force. */
export function RuleSetForm({ set: shown, onClose }: { set: ConsoleRuleSet; onClose: () => void }) {
  const { t } = useTranslation('console-rule-sets');
  const { problemOf } = useFigureWords();
  const queries = useQueryClient();
  // As it was when the form was opened: what a colleague changes meanwhile is refused by the server, not written over.
  const [set] = useState(shown);
  const { name, open } = set;
  const newest = set.versions[0]!;
  const inForce = set.versions.find(({ version }) => version === set.inForce) ?? newest;
  const proposed = open?.content.kind === 'rule-set' ? open.content : null;
  const [texts, setTexts] = useState(() => figureTexts(proposed?.figures ?? newest.figures));
  const [day, setDay] = useState<string | null>(
    () => (proposed && tashkentDay(proposed.validFromMs)) ?? nextMonth(),
  );
  const [time, setTime] = useState(() => (proposed ? formatTime(proposed.validFromMs) : '00:00'));
  const [reason, setReason] = useState(open?.reason ?? '');
  const [price, setPrice] = useState<number | null>(EXAMPLE_START_TIYIN);
  const [lot, setLot] = useState('');

  const put = (patch: Record<string, string>) => setTexts((before) => ({ ...before, ...patch }));
  const read = readFigureTexts(texts);
  const problems =
    read.problems.length > 0 ? read.problems : figureProblems(name, read.figures, newest.figures);
  const errorAt = (path: string): string | null => {
    const problem = problems.find((each) => each.path === path);
    return problem ? problemOf(problem) : null;
  };
  const asked = useSettled(
    problems.length > 0 || (lot === '' && price === null)
      ? null
      : JSON.stringify({
          figures: read.figures,
          about: lot === '' ? { startPriceTiyin: price } : { lotId: Number(lot) },
        }),
    SETTLED_MS,
  );
  const preview = useQuery({
    queryKey: ['console-rule-set-preview', name, asked],
    queryFn: ({ signal }) => call(previewRuleSet, { params: { name }, body: JSON.parse(asked!), signal }),
    enabled: asked !== null,
    placeholderData: (before) => before,
  });

  const validFromMs = day === null || !/^\d{2}:\d{2}$/.test(time) ? null : instantOf(day, time);
  const dateError = validFromMs === null || validFromMs <= nowMs() ? t('form.ahead') : null;
  const reasonError =
    reason.trim().length < REFERENCE_REASON.min
      ? t('form.reasonShort', { count: REFERENCE_REASON.min })
      : null;
  const send = useMutation({
    mutationFn: () => {
      const body = {
        base: set.base,
        content: {
          kind: 'rule-set' as const,
          name,
          figures: read.figures,
          validFromMs: validFromMs!,
        },
        reason: reason.trim(),
      };
      return open
        ? call(changeReferenceProposal, {
            params: { proposalId: open.id },
            body: { ...body, version: open.version },
          })
        : call(proposeReferenceChange, { body });
    },
    onSuccess: () => {
      notify('success', t('form.sent'));
      void queries.invalidateQueries({ queryKey: RULE_SETS_KEY });
      onClose();
    },
  });

  return (
    <Form className={css.page} onSubmit={() => send.mutate()}>
      {SECTIONS.map((section) => {
        const fields = FIGURE_SECTIONS[section].filter((field) => isAsked(texts, field));
        return fields.length === 0 ? null : (
          <section key={section} className={css.card} aria-labelledby={`figures-${section}`}>
            <h2 id={`figures-${section}`}>{t(`section.${section}`)}</h2>
            <div className={css.fields}>
              {fields.map((field) => (
                <FigureInput
                  key={field.path}
                  field={field}
                  text={texts[field.path] ?? ''}
                  error={errorAt(field.path)}
                  onChange={(text) => put({ [field.path]: text })}
                />
              ))}
            </div>
          </section>
        );
      })}
      <section className={css.card} aria-labelledby="figures-shares">
        <h2 id="figures-shares">{t('section.shares')}</h2>
        <PayoutShares texts={texts} problems={problems} onChange={put} />
      </section>
      <section className={css.card} aria-labelledby="figures-terms">
        <h2 id="figures-terms">{t('terms.title')}</h2>
        <div className={css.fields}>
          {lot === '' ? <MoneyField label={t('terms.startPrice')} tiyin={price} onChange={setPrice} /> : null}
          <InputField
            label={t('terms.lot')}
            inputMode="numeric"
            value={lot}
            onChange={({ target }) => setLot(target.value.replace(/\D/g, '').slice(0, LOT_DIGITS))}
          />
        </div>
        <FormError error={preview.error} />
        {lot !== '' && preview.data?.lot ? <AboutLot lot={preview.data.lot} name={name} /> : null}
        {preview.error ? null : (
          <TermsTable
            before={preview.data?.before ?? null}
            after={problems.length > 0 ? undefined : preview.data?.after}
          />
        )}
      </section>
      <section className={css.card} aria-labelledby="figures-changes">
        <h2 id="figures-changes">{t('changes.title', { version: newest.version })}</h2>
        {read.problems.length > 0 ? (
          <p className={layout.muted}>{t('form.fix')}</p>
        ) : (
          <FigureChanges before={newest.figures} after={read.figures} />
        )}
        {newest === inForce ? null : <p className={layout.muted}>{t('changes.coming')}</p>}
      </section>
      <section className={css.card} aria-labelledby="figures-date">
        <h2 id="figures-date">{t('form.when')}</h2>
        <div className={css.fields}>
          <DateField label={t('form.day')} value={day} onChange={setDay} problem={dateError} />
          <InputField
            label={t('form.time')}
            type="time"
            value={time}
            onChange={({ target }) => setTime(target.value)}
          />
        </div>
        <TextField
          label={t('form.reason')}
          maxLength={REFERENCE_REASON.max}
          value={reason}
          problem={reasonError}
          onChange={({ target }) => setReason(target.value)}
        />
        <p className={layout.muted}>{t('form.second')}</p>
        <FormProblem problem={problems.length > 0 ? t('form.fix') : null} />
        <FormError error={send.error} />
        <div className={layout.row2}>
          <Button variant="default" size="md" onClick={onClose}>
            {t('form.back')}
          </Button>
          <Button type="submit" size="md" loading={send.isPending}>
            {t(open ? 'form.change' : 'form.propose')}
          </Button>
        </div>
      </section>
    </Form>
  );
}

/** Which lot the table is about; its own terms stay as they were published. */
function AboutLot({ lot, name }: { lot: PreviewedLot; name: ConsoleRuleSet['name'] }) {
  const { t } = useTranslation('console-rule-sets');
  const localized = useLocalized();
  return (
    <p className={layout.muted}>
      <Link to={paths.lotResult(lot.lotId)}>
        № {lot.lotId} · {localized(lot.title)}
      </Link>
      , {formatMoney(lot.startPriceTiyin)}. {t(lot.ruleSet === name ? 'terms.ofLot' : 'terms.ofOtherLot')}
    </p>
  );
}
