import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DecisionFact } from '#shared/decisions/kinds.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import css from './console-decisions.module.css';

/** What a decision would do, or did. */
export function DecisionFacts({ facts }: { facts: readonly DecisionFact[] }) {
  const { t } = useTranslation('console-decisions');
  return (
    <dl className={css.facts}>
      {facts.map((fact) => (
        <div key={fact.fact}>
          <dt>{t(`fact.${fact.fact}`)}</dt>
          <dd>
            <FactValue fact={fact} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FactValue({ fact }: { fact: DecisionFact }) {
  const { t } = useTranslation('console-decisions');
  switch (fact.type) {
    case 'money':
      return <MoneyText tiyin={fact.tiyin} size="small" />;
    case 'time':
      return formatDateTimeShort(fact.atMs);
    case 'text':
      return fact.text;
    case 'count':
      return fact.count;
    case 'lot':
      return <Link to={paths.lotResult(fact.lotId)}>№ {fact.lotId}</Link>;
    case 'choice':
      return t(`choice.${fact.choice}`);
  }
}
