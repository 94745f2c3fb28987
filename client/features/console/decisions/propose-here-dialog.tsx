import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { consoleForfeits } from '#shared/api/console/debts.ts';
import type { Proposed } from '#shared/api/console/decisions.ts';
import type { DecisionKindName } from '#shared/decisions/kinds.ts';
import { ProposeDialog } from '#client/entities/decision/propose-dialog.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { Button } from '#client/ui/button.tsx';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { FormProblem } from '#client/ui/form.tsx';
import { InputField } from '#client/ui/input-field.tsx';

/** Kinds that begin on this page; others begin where their subject is shown. */
export const PROPOSED_HERE = [
  'forfeit-exit',
  'payment-absence',
  'indemnity-in',
  'correct-credit',
  'credit-claim-end',
] as const satisfies readonly DecisionKindName[];
type KindHere = (typeof PROPOSED_HERE)[number];

interface ProposeHereDialogProps {
  /** What this member of staff may propose. */
  kinds: readonly KindHere[];
  chosen: KindHere;
  onClose: () => void;
  onChange: () => void;
}

/** What is typed about the subject, of every kind. */
interface Draft {
  journal: string;
  settlement: string;
  line: string;
  person: string;
}

interface FieldsProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/** `S-17`, in either alphabet, or its number alone. */
const SETTLEMENT = /^\s*(?:[SС]\s?-?\s?)?([1-9]\d{0,11})\s*$/iu;
/** `№ 17` or 17. */
const LINE = /^\s*(?:№\s*)?([1-9]\d{0,11})\s*$/u;
const PERSON = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What would be proposed; null: the subject is not named. */
function proposedOf(kind: KindHere, draft: Draft): Proposed | null {
  switch (kind) {
    case 'forfeit-exit': {
      const journalId = Number(draft.journal);
      return journalId > 0 ? { kind, payload: { journalId } } : null;
    }
    case 'payment-absence': {
      const settlementId = Number(SETTLEMENT.exec(draft.settlement)?.[1]);
      return settlementId > 0 ? { kind, payload: { settlementId } } : null;
    }
    case 'indemnity-in':
    case 'credit-claim-end': {
      const lineId = Number(LINE.exec(draft.line)?.[1]);
      return lineId > 0 ? { kind, payload: { lineId } } : null;
    }
    case 'correct-credit': {
      const lineId = Number(LINE.exec(draft.line)?.[1]);
      const personId = draft.person.trim().toLowerCase();
      return lineId > 0 && PERSON.test(personId) ? { kind, payload: { lineId, personId } } : null;
    }
  }
}

/** Proposes to a second person what has no page of its own. */
export function ProposeHereDialog({ kinds, chosen, onClose, onChange }: ProposeHereDialogProps) {
  const { t } = useTranslation('console-decisions');
  const [kind, setKind] = useState(chosen);
  const [draft, setDraft] = useState<Draft>({
    journal: '',
    settlement: '',
    line: '',
    person: '',
  });
  const Fields = FIELDS[kind];
  return (
    <ProposeDialog kind={kind} proposed={proposedOf(kind, draft)} onClose={onClose} onProposed={onChange}>
      <SelectField
        label={t('column.kind')}
        value={kind}
        onChange={(value) => setKind(kinds.find((each) => each === value) ?? kind)}
        options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <Fields draft={draft} onChange={setDraft} />
    </ProposeDialog>
  );
}

const FIELDS: Readonly<Record<KindHere, (props: FieldsProps) => React.ReactNode>> = {
  'forfeit-exit': ForfeitFields,
  'payment-absence': AbsenceFields,
  'indemnity-in': LineFields,
  'correct-credit': CorrectionFields,
  'credit-claim-end': LineFields,
};

/** Those that have waited longest, so many hundreds of them. */
async function firstForfeits(pages: number, signal: AbortSignal) {
  let found = await call(consoleForfeits, { query: { after: 0 }, signal });
  for (let page = 1; page < pages && found.more; page += 1) {
    const after = found.items.at(-1)?.journalId ?? 0;
    const next = await call(consoleForfeits, { query: { after }, signal });
    found = { items: [...found.items, ...next.items], more: next.more };
  }
  return found;
}

/** Which deposit or penalty; the rule set of its lot says to whom it goes. */
function ForfeitFields({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation('console-decisions');
  const [pages, setPages] = useState(1);
  const { data } = useQuery({
    queryKey: ['console-forfeits', pages],
    queryFn: ({ signal }) => firstForfeits(pages, signal),
    placeholderData: (before) => before,
  });
  const chosen = data?.items.find(({ journalId }) => String(journalId) === draft.journal);
  if (data?.items.length === 0) return <Muted>{t('propose.noForfeits')}</Muted>;
  return (
    <>
      <SelectField
        label={t('propose.forfeit')}
        value={draft.journal}
        required
        onChange={(journal) => onChange({ ...draft, journal })}
        options={[
          { value: '', label: t('propose.choose') },
          ...(data?.items ?? []).map(({ journalId, name, amountTiyin }) => ({
            value: String(journalId),
            label: t('propose.forfeitRow', { sum: formatMoney(amountTiyin), name, number: journalId }),
          })),
        ]}
      />
      <FormProblem problem={chosen ? null : t('propose.choose')} />
      {data?.more ? (
        <Button variant="default" size="xs" onClick={() => setPages(pages + 1)}>
          {t('propose.laterForfeits')}
        </Button>
      ) : null}
      {chosen ? <Muted>{t('propose.receiver', { receiver: t(`choice.${chosen.receiver}`) })}</Muted> : null}
    </>
  );
}

/** Which sale. */
function AbsenceFields({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation('console-decisions');
  return (
    <InputField
      label={t('propose.settlement')}
      maxLength={20}
      value={draft.settlement}
      problem={!proposedOf('payment-absence', draft) ? t('propose.settlementWrong') : null}
      onChange={({ target }) => onChange({ ...draft, settlement: target.value })}
    />
  );
}

/** Which line of a statement. */
function LineFields({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation('console-decisions');
  return (
    <InputField
      label={t('propose.line')}
      maxLength={20}
      value={draft.line}
      problem={!LINE.test(draft.line) ? t('propose.lineWrong') : null}
      onChange={({ target }) => onChange({ ...draft, line: target.value })}
    />
  );
}

/** Which line of a statement was credited wrongly, and whose it is. */
function CorrectionFields({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation('console-decisions');
  return (
    <>
      <InputField
        label={t('propose.line')}
        maxLength={20}
        value={draft.line}
        problem={!LINE.test(draft.line) ? t('propose.lineWrong') : null}
        onChange={({ target }) => onChange({ ...draft, line: target.value })}
      />
      <InputField
        label={t('propose.person')}
        maxLength={40}
        value={draft.person}
        problem={!PERSON.test(draft.person.trim().toLowerCase()) ? t('propose.personWrong') : null}
        onChange={({ target }) => onChange({ ...draft, person: target.value })}
      />
    </>
  );
}
